package io.keelson.jms.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** The disk as a store sees it, so that tests can lose and damage it. Confined to one thread at a time, but for reads. */
interface StoreFile extends AutoCloseable {
    /** Returns the length. */
    long length() throws IOException;

    /** Fills the buffer from a place on. */
    void read(ByteBuffer into, long at) throws IOException;

    /** Writes the whole buffer at a place. */
    void write(ByteBuffer from, long at) throws IOException;

    /** Cuts the file. */
    void truncate(long length) throws IOException;

    /** Makes sure of what was written. */
    void force() throws IOException;

    @Override
    void close() throws IOException;

    /** Opens files of one directory. */
    interface Disk {
        /** Makes the directory where it is missing. */
        default void make() throws IOException {}

        /** Locks the directory for this process, until {@link #close}. */
        void lock() throws IOException;

        /** Gives the lock back, so that another process may have it. */
        default void unlock() throws IOException {}

        /** Returns the names of its files. */
        List<String> list() throws IOException;

        /**
         * Opens a file, and makes it where it is missing.
         *
         * @param through each write is sure by itself
         */
        StoreFile open(String name, boolean through) throws IOException;

        /** Removes a file. */
        void delete(String name) throws IOException;

        /** Returns for about how many more bytes there is room. */
        default long room() {
            return Long.MAX_VALUE;
        }

        /** Makes sure that files which were made and removed are so. */
        void forceDirectory() throws IOException;

        /** Returns where it is, for messages. */
        Path directory();

        /** Unlocks the directory. */
        void close() throws IOException;
    }
}
