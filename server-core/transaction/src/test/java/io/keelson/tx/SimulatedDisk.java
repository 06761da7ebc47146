package io.keelson.tx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A disk that loses at a crash a part of what was not written through, may be full, and may fail its write-through. */
final class SimulatedDisk implements LogFile {
    private SimulatedFaults faults;
    private byte[] durable = new byte[0];
    private byte[] content = new byte[0];
    boolean full;
    boolean pauses;
    private boolean failed;
    private Runnable paused = () -> {};

    SimulatedDisk(SimulatedFaults faults) {
        this.faults = faults;
    }

    /** Another server uses it from now on. */
    void usedBy(SimulatedFaults user) {
        faults = user;
    }

    @Override
    public boolean mayBeCopy() {
        return false;
    }

    /** What is there after the process has ended. */
    void crash() {
        int kept = content.length <= durable.length
                ? content.length
                : durable.length + faults.random.nextInt(content.length - durable.length + 1);
        content = Arrays.copyOf(content, kept);
        durable = content;
        failed = false;
    }

    @Override
    public byte[] read() {
        return content.clone();
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws IOException {
        faults.step();
        int length = bytes.remaining();
        boolean fails = full || faults.fails();
        int written = fails ? faults.random.nextInt(length) : length;
        content = Arrays.copyOf(content, Math.max(content.length, (int) offset + written));
        bytes.get(content, (int) offset, written);
        faults.step();
        if (fails) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public void force() throws IOException {
        faults.step("before force");
        if (faults.fails()) {
            failed = true;
            throw new IOException("Input/output error");
        }
        durable = content.clone();
        faults.step("after force");
        if (pauses) {
            paused.run();
        }
    }

    /** The process is paused whenever something was written through. */
    SimulatedDisk pausing(Runnable meanwhile) {
        paused = meanwhile;
        return this;
    }

    @Override
    public void truncate(long length) throws IOException {
        faults.step();
        if (faults.fails()) {
            failed = true;
            throw new IOException("Input/output error");
        }
        content = Arrays.copyOf(content, (int) length);
        durable = content.clone();
    }

    @Override
    public void replace(byte[] next) throws IOException {
        faults.step();
        if (full) {
            throw new IOException("No space left on device");
        }
        content = next.clone();
        durable = content;
        faults.step();
    }

    @Override
    public Condition condition() {
        return failed ? Condition.FAILED : Condition.SOUND;
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "simulated log";
    }
}
