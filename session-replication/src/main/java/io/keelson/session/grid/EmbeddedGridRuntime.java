package io.keelson.session.grid;

import io.keelson.base.measure.Described;

/**
 * The grid on the cluster's own members as this server sees it.
 *
 * @param standing how far this server is
 * @param members how many servers have sessions of it
 * @param owners how many servers are to have each session
 * @param entries how many entries this server has, also as a copy
 * @param partsWithoutCopies how many of the grid's parts fewer servers have than are to
 * @param failedStarts attempts to enter it that failed in a row
 * @param failure why the last one failed; empty where none has
 */
public record EmbeddedGridRuntime(
        @Described("How far this server is with the grid: out, waiting, entering, connected, or ready.")
        String standing,

        @Described("Servers that have sessions of the grid.")
        int members,

        @Described("Servers that are to have each session.") int owners,

        @Described("Entries that this server has, its own and copies: sessions, and for a while those that have ended.")
        long entries,

        @Described(
                "Parts of the grid, of 256, that fewer servers have than are to: too few are there, or copies are made just now.")
        int partsWithoutCopies,

        @Described("Attempts of this server to enter the grid that failed one after the other; 0 once it is inside.")
        int failedStarts,

        @Described("Why the last attempt failed; empty where none has.")
        String failure) {}
