"""List and read documents in folders, archives and S3."""
