package io.keelson.cluster;

import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.record.RecordTable;

/** The records of a server without voters: in no cluster, or with leases that a database decides. */
final class NoRecords implements ClusterRecords {
    @Override
    public boolean available() {
        return false;
    }

    @Override
    public boolean reachable() {
        return false;
    }

    @Override
    public RecordTable open(String name, int most, Runnable changed) {
        throw new IllegalStateException("the table '" + name + "' cannot be opened: no voters keep records here");
    }
}
