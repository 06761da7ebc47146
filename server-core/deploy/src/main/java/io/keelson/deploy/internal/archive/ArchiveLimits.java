package io.keelson.deploy.internal.archive;

/**
 * Limits on the size of an archive.
 *
 * @param entries how many files and directories
 * @param bytes how many bytes unpacked
 * @param ratio how many times larger unpacked than packed, once more than {@link #FREE} are unpacked
 */
public record ArchiveLimits(int entries, long bytes, int ratio) {
    /** Up to this many bytes an archive may be packed as well as it likes. */
    static final long FREE = 16L << 20;
}
