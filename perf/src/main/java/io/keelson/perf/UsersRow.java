package io.keelson.perf;

import java.util.List;

/**
 * A row of the study: where sessions are kept, how many users a server has, and its heap.
 *
 * @param id in options and files
 * @param title in tables
 * @param store a type of store
 * @param divisor the row has that many times fewer users a server
 * @param heapMebibytes of each server
 * @param mostFolders the largest sessions that the store takes
 */
record UsersRow(String id, String title, String store, int divisor, int heapMebibytes, int mostFolders) {
    /** The heap of all rows but one. */
    static final int HEAP = 512;

    /** Heap that is larger by the factor of the study which these rows come from: 32 to 12 GB. */
    private static final int LARGER_HEAP = HEAP * 32 / 12;

    private static final int ANY = Integer.MAX_VALUE;

    /** The one that all are compared with comes first. */
    static final List<UsersRow> ALL = List.of(
            new UsersRow("disabled", "replication disabled", "memory", 1, HEAP, ANY),
            new UsersRow("replicated", "memory replication", "replicated", 1, HEAP, ANY),
            new UsersRow("scaled", "the same, 7 times fewer users a server", "replicated", 7, HEAP, ANY),
            new UsersRow("heap", "the same, larger heap", "replicated", 1, LARGER_HEAP, ANY),
            new UsersRow("file", "files", "file", 1, HEAP, ANY),
            new UsersRow("database", "database (PostgreSQL)", "jdbc", 1, HEAP, ANY),
            new UsersRow("async", "asynchronous memory replication", "async-replicated", 1, HEAP, ANY),
            new UsersRow("async-database", "asynchronous database", "async-jdbc", 1, HEAP, ANY),
            new UsersRow("cache", "data grid (Infinispan)", "cache", 1, HEAP, ANY),
            new UsersRow("cookie", "cookies of the client", "cookie", 1, HEAP, 2));

    /** The row of an id. */
    static UsersRow of(String id) {
        return ALL.stream()
                .filter(row -> row.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such row: " + id + "; rows are "
                        + ALL.stream().map(UsersRow::id).toList()));
    }

    /** Returns whether its store takes sessions of so many folders. */
    boolean takes(int folders) {
        return folders <= mostFolders;
    }
}
