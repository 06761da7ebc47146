package io.keelson.muxer.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Platform;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/** The C library of Linux on x86-64 and aarch64, whose constants these are. Stateless. */
final class Linux {
    static final int EPOLL_CTL_ADD = 1;
    static final int EPOLL_CTL_DEL = 2;
    static final int EPOLL_CLOEXEC = 0x80000;
    static final int EPOLLIN = 0x1;
    static final int EPOLLPRI = 0x2;
    static final int EPOLLOUT = 0x4;
    static final int EPOLLERR = 0x8;
    static final int EPOLLHUP = 0x10;
    static final int EPOLLRDHUP = 0x2000;
    static final int EPOLLET = 1 << 31;

    static final int POLLIN = EPOLLIN;
    static final int POLLOUT = EPOLLOUT;

    static final int EFD_CLOEXEC_NONBLOCK = 0x80800;
    static final int SOCK_STREAM_CLOEXEC_NONBLOCK = 0x80801;
    static final int SOCK_CLOEXEC_NONBLOCK = 0x80800;
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int MSG_NOSIGNAL = 0x4000;
    static final int MSG_MORE = 0x8000;
    static final int SHUT_RD = 0;
    static final int SHUT_WR = 1;
    static final int SHUT_RDWR = 2;
    /** The longest vector that writev takes. */
    static final int IOV_MAX = 1024;

    static final int SOL_SOCKET = 1;
    static final int SO_REUSEADDR = 2;
    static final int SO_SNDBUF = 7;
    static final int SO_RCVBUF = 8;
    static final int SO_KEEPALIVE = 9;
    static final int SO_LINGER = 13;
    static final int SO_REUSEPORT = 15;
    static final int IPPROTO_IP = 0;
    static final int IP_TOS = 1;
    static final int IPPROTO_TCP = 6;
    static final int TCP_NODELAY = 1;
    static final int TCP_CONGESTION = 13;
    static final int IPPROTO_IPV6 = 41;
    static final int IPV6_V6ONLY = 26;
    static final int IPV6_TCLASS = 67;

    static final int O_RDONLY_CLOEXEC_NONBLOCK = 0x80800;
    static final int O_NOFOLLOW = Platform.getNativePlatform().getCPU() == Platform.CPU.X86_64 ? 0x20000 : 0x8000;
    static final int SEEK_END = 2;

    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EACCES = 13;
    static final int EBUSY = 16;
    static final int EINVAL = 22;
    static final int ENFILE = 23;
    static final int EMFILE = 24;
    static final int EPIPE = 32;
    static final int ENOSYS = 38;
    static final int ETIME = 62;
    static final int ENONET = 64;
    static final int EPROTO = 71;
    static final int ENOPROTOOPT = 92;
    static final int EOPNOTSUPP = 95;
    static final int EAFNOSUPPORT = 97;
    static final int EADDRINUSE = 98;
    static final int EADDRNOTAVAIL = 99;
    static final int ENETDOWN = 100;
    static final int ENETUNREACH = 101;
    static final int ECONNABORTED = 103;
    static final int ECONNRESET = 104;
    static final int ENOBUFS = 105;
    static final int ENOTCONN = 107;
    static final int ECANCELED = 125;
    static final int EHOSTDOWN = 112;
    static final int EHOSTUNREACH = 113;

    /** {@code struct epoll_event} is packed on x86-64 only. */
    static final boolean PACKED_EVENTS = Platform.getNativePlatform().getCPU() == Platform.CPU.X86_64;

    static final LibC C;
    private static final Runtime RUNTIME;

    static {
        requireSupported(Platform.getNativePlatform());
        C = LibraryLoader.create(LibC.class).failImmediately().load("c");
        RUNTIME = Runtime.getRuntime(C);
    }

    private Linux() {}

    private static void requireSupported(Platform platform) {
        boolean cpu = platform.getCPU() == Platform.CPU.X86_64 || platform.getCPU() == Platform.CPU.AARCH64;
        if (platform.getOS() != Platform.OS.LINUX || !cpu) {
            throw new UnsupportedOperationException(
                    "it is for Linux on x86-64 and aarch64, not for " + platform.getName());
        }
    }

    /** Returns why this thread's last call failed; to be asked right after a result of -1. */
    static int errno() {
        return RUNTIME.getLastError();
    }

    /** Zeroed memory outside the heap in the machine's byte order; freed when the buffer is no longer referenced. */
    static ByteBuffer memory(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

    /** The address of a direct buffer's index 0, valid for as long as the buffer is referenced. */
    static long address(ByteBuffer memory) {
        return Pointer.wrap(RUNTIME, memory.duplicate().clear()).address();
    }
}
