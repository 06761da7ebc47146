package io.keelson.base.work;

/** Number of threads that a max-threads constraint allows at the same time. Immutable. */
public sealed interface ThreadLimit {
    /**
     * A number of threads.
     *
     * @param threads from 1 to 65534
     */
    record Count(int threads) implements ThreadLimit {
        public Count {
            if (threads < 1 || threads > 65_534) {
                throw new IllegalArgumentException("a max-threads constraint is from 1 to 65534, not " + threads);
            }
        }
    }

    /**
     * As many as a data source has connections; see {@link WorkManagers#dataSource}.
     *
     * @param name the name of the data source
     */
    record DataSource(String name) implements ThreadLimit {}
}
