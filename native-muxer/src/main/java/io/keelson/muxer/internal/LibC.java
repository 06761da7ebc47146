package io.keelson.muxer.internal;

import jnr.ffi.annotations.In;
import jnr.ffi.annotations.LongLong;

/**
 * Functions of the C library that the native muxer calls. Addresses and sizes are longs, all else is int; a result of -1 means that
 * {@link Linux#errno()} says why.
 *
 * <p>Never declare a method with six integer arguments: JNR-FFI's stub for x86-64 passes the sixth wrongly
 * ({@code SixthArgumentTest} shows it). Public because JNR-FFI implements it in a package of its own.
 */
public interface LibC {
    int epoll_create1(int flags);

    int epoll_ctl(int epoll, int operation, int fd, @LongLong long event);

    int epoll_wait(int epoll, @LongLong long events, int capacity, int timeoutMillis);

    int eventfd(int initial, int flags);

    @LongLong
    long write(int fd, @LongLong long data, @LongLong long size);

    int close(int fd);

    /** Without a mode, as it makes no files. */
    int open(@In byte[] path, int flags);

    @LongLong
    long lseek(int fd, @LongLong long offset, int whence);

    @LongLong
    long pread(int fd, @LongLong long data, @LongLong long size, @LongLong long offset);

    @LongLong
    long sendfile(int to, int from, @LongLong long offset, @LongLong long count);

    int socket(int family, int type, int protocol);

    int bind(int fd, @LongLong long address, int size);

    int listen(int fd, int backlog);

    int accept4(int fd, @LongLong long address, @LongLong long size, int flags);

    @LongLong
    long recv(int fd, @LongLong long data, @LongLong long size, int flags);

    @LongLong
    long send(int fd, @LongLong long data, @LongLong long size, int flags);

    @LongLong
    long writev(int fd, @LongLong long vector, int count);

    int shutdown(int fd, int how);

    int getsockname(int fd, @LongLong long address, @LongLong long size);

    int getsockopt(int fd, int level, int name, @LongLong long value, @LongLong long size);

    int setsockopt(int fd, int level, int name, @LongLong long value, int size);

    int munmap(@LongLong long address, @LongLong long size);

    /**
     * A system call by its number, for those that have no function, or one with six arguments. With the number there are
     * seven, which takes JNR-FFI's other, slower way, and that passes all of them rightly. Arguments that the call does not
     * have are 0.
     */
    @LongLong
    long syscall(
            @LongLong long number,
            @LongLong long first,
            @LongLong long second,
            @LongLong long third,
            @LongLong long fourth,
            @LongLong long fifth,
            @LongLong long sixth);

    String strerror(int errno);
}
