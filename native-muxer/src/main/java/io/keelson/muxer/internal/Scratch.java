package io.keelson.muxer.internal;

import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;

/** A little memory outside the heap for the arguments of one system call, one piece a thread. */
final class Scratch {
    private static final FastThreadLocal<Scratch> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected Scratch initialValue() {
            return new Scratch();
        }
    };

    private static final int SIZE_AT = 32;

    private final ByteBuffer memory = Linux.memory(SIZE_AT + 4);
    private final long address = Linux.address(memory);

    private Scratch() {}

    /** This thread's; what was in it is overwritten by the next use on this thread. */
    static Scratch ofThread() {
        return OF_THREAD.get();
    }

    /** The value: up to 32 bytes from index 0. */
    ByteBuffer value() {
        return memory;
    }

    long valueAddress() {
        return address;
    }

    /** Returns where the value's size stands for calls that read and write it. */
    long sizeAddress(int size) {
        memory.putInt(SIZE_AT, size);
        return address + SIZE_AT;
    }
}
