package io.keelson.cluster.sim;

import io.keelson.cluster.io.DurableLog;
import io.keelson.cluster.lease.VoterIdentity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A disk that outlives its server: of what was not synced a crash leaves some beginning. */
final class SimDisk implements VoterIdentity {
    private final Random random;
    private List<byte[]> durable = new ArrayList<>();
    private List<byte[]> written = new ArrayList<>();
    private String voter;
    private boolean retired;
    private boolean broken;
    long lostRecords;

    SimDisk(Random random) {
        this.random = random;
    }

    /** The server dies: unsynced records go, all but some of the first. */
    void crash() {
        int unsynced = written.size() - durable.size();
        int kept = unsynced == 0 ? 0 : random.nextInt(unsynced + 1);
        lostRecords += unsynced - kept;
        written = new ArrayList<>(written.subList(0, durable.size() + kept));
        durable = new ArrayList<>(written);
    }

    /** Returns how many bytes were written. */
    long size() {
        return written.stream().mapToLong(r -> r.length).sum();
    }

    boolean isBroken() {
        return broken;
    }

    /** From now on every write fails. */
    void breakDown() {
        broken = true;
    }

    /** Is empty and works, as after the directory was lost and the disk repaired. */
    void wipe() {
        durable = new ArrayList<>();
        written = new ArrayList<>();
        voter = null;
        retired = false;
        broken = false;
    }

    /** The id that is kept; null: none. */
    String voter() {
        return voter;
    }

    @Override
    public Optional<String> read() throws IOException {
        check();
        return Optional.ofNullable(voter);
    }

    @Override
    public void write(String id) throws IOException {
        check();
        durable = new ArrayList<>();
        written = new ArrayList<>();
        voter = id;
    }

    @Override
    public void retire() throws IOException {
        check();
        durable = new ArrayList<>();
        written = new ArrayList<>();
        voter = null;
        retired = true;
    }

    @Override
    public boolean retired() throws IOException {
        check();
        return retired;
    }

    DurableLog open() {
        return new Log();
    }

    private final class Log implements DurableLog {
        @Override
        public List<byte[]> recover() throws IOException {
            check();
            return List.copyOf(written);
        }

        @Override
        public void append(byte[] data) throws IOException {
            check();
            written.add(data);
        }

        @Override
        public void sync() throws IOException {
            check();
            for (int i = durable.size(); i < written.size(); i++) {
                durable.add(written.get(i));
            }
        }

        @Override
        public void replace(List<byte[]> records) throws IOException {
            check();
            written = new ArrayList<>(records);
            durable = new ArrayList<>(records);
        }

        @Override
        public long size() {
            return SimDisk.this.size();
        }

        @Override
        public void close() {}
    }

    private void check() throws IOException {
        if (broken) {
            throw new IOException("no space left on the simulated disk");
        }
    }
}
