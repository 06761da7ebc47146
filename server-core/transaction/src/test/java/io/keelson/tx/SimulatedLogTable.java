package io.keelson.tx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A database with a log, which survives the server. Its transactions fail before they do anything, or their answers are lost. */
final class SimulatedLogTable implements LogPlace {
    static final String RESET = "connection reset";

    private final SimulatedFaults faults;
    private byte[] durable = new byte[0];
    private int opening;

    SimulatedLogTable(SimulatedFaults faults) {
        this.faults = faults;
    }

    @Override
    public boolean mayBeThere() {
        return true;
    }

    @Override
    public boolean isThere() {
        return durable.length > 0;
    }

    @Override
    public LogFile open(Tenure tenure) throws IOException {
        faults.step();
        if (faults.fails()) {
            throw new IOException(RESET);
        }
        return new Opened(++opening);
    }

    private final class Opened implements LogFile {
        private final int mine;
        private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
        private int stored = durable.length;
        private Condition condition = Condition.SOUND;
        private boolean replacing;

        Opened(int mine) {
            this.mine = mine;
        }

        @Override
        public byte[] read() {
            return durable.clone();
        }

        @Override
        public Condition condition() {
            return condition;
        }

        /** One transaction of the database. */
        private void transaction(byte[] next) throws IOException {
            faults.step();
            if (mine != opening) {
                condition = Condition.FAILED;
                throw new IOException("taken");
            }
            if (faults.fails()) {
                int fate = faults.random.nextInt(3);
                durable = fate == 1 ? next : durable;
                condition = fate == 0 ? condition : Condition.STALE;
                throw new IOException(RESET);
            }
            durable = next;
            faults.step();
        }

        @Override
        public void write(long offset, ByteBuffer bytes) throws IOException {
            faults.step();
            if (condition != Condition.SOUND || offset != stored + pending.size()) {
                throw new IOException(condition + " at " + offset);
            }
            byte[] next = new byte[bytes.remaining()];
            bytes.get(next);
            pending.writeBytes(next);
        }

        @Override
        public void force() throws IOException {
            byte[] next = Arrays.copyOf(durable, stored + pending.size());
            System.arraycopy(pending.toByteArray(), 0, next, stored, pending.size());
            transaction(next);
            stored = next.length;
            pending.reset();
        }

        @Override
        public void truncate(long length) throws IOException {
            if (condition == Condition.STALE) {
                if (replacing || length != stored) {
                    throw new IOException("stale");
                }
                transaction(Arrays.copyOf(durable, (int) length));
                condition = Condition.SOUND;
            }
            byte[] kept = Arrays.copyOf(pending.toByteArray(), (int) length - stored);
            pending.reset();
            pending.writeBytes(kept);
        }

        @Override
        public void replace(byte[] content) throws IOException {
            replacing = true;
            transaction(content);
            replacing = false;
            stored = content.length;
            pending.reset();
        }

        @Override
        public boolean mayBeCopy() {
            return false;
        }

        @Override
        public void close() {}

        @Override
        public String toString() {
            return "simulated rows";
        }
    }
}
