from piperoll.cli import main

main()
