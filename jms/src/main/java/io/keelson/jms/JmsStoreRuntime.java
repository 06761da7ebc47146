package io.keelson.jms;

import io.keelson.base.measure.Described;
import io.keelson.jms.store.ReplicaFigures;
import io.keelson.jms.store.StoreFigures;

/** The state of a message store that is open on a server, for management. */
public record JmsStoreRuntime(
        @Described("The JMS server.") String name,
        @Described("Records that it keeps.") long records,
        @Described("Bytes of the records.") long liveBytes,

        @Described("Bytes on this server's disk; of a store in a database those of the records.")
        long totalBytes,

        @Described(value = "Batches of changes written since it was opened.", grows = true)
        long batches,

        @Described(value = "Writes that took several batches together since it was opened.", grows = true)
        long writes,

        @Described("Other servers that have the whole of it and acknowledge each write.")
        int copies,

        @Described("Other servers that are getting a copy.") int begun,

        @Described("True if it is replicated and what is acknowledged now is on this server only.")
        boolean alone) {
    static JmsStoreRuntime of(String name, StoreFigures figures, ReplicaFigures replicas) {
        return new JmsStoreRuntime(
                name,
                figures.records(),
                figures.liveBytes(),
                figures.totalBytes(),
                figures.batches(),
                figures.writes(),
                replicas.copies().size(),
                replicas.begun().size(),
                replicas.alone());
    }
}
