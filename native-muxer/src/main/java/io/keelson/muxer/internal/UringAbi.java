package io.keelson.muxer.internal;

import jnr.ffi.Platform;

/**
 * The numbers of io_uring, which are the same on x86-64 and aarch64, and offsets into its structures. Both machines are
 * little-endian.
 */
final class UringAbi {
    /** System calls, for syscall(2). */
    static final long SYS_MMAP = Platform.getNativePlatform().getCPU() == Platform.CPU.X86_64 ? 9 : 222;

    static final long SYS_SETUP = 425;
    static final long SYS_ENTER = 426;
    static final long SYS_REGISTER = 427;

    static final int SETUP_CQSIZE = 1 << 3;
    static final int SETUP_R_DISABLED = 1 << 6;
    static final int SETUP_SUBMIT_ALL = 1 << 7;
    static final int SETUP_COOP_TASKRUN = 1 << 8;
    static final int SETUP_TASKRUN_FLAG = 1 << 9;
    static final int SETUP_SINGLE_ISSUER = 1 << 12;
    static final int SETUP_DEFER_TASKRUN = 1 << 13;

    static final int FEATURE_SINGLE_MMAP = 1;
    static final int FEATURE_NODROP = 1 << 1;
    static final int FEATURE_SUBMIT_STABLE = 1 << 2;
    static final int FEATURE_FAST_POLL = 1 << 5;
    static final int FEATURE_EXT_ARG = 1 << 8;

    static final int ENTER_GETEVENTS = 1;
    static final int ENTER_EXT_ARG = 1 << 3;

    static final int REGISTER_PROBE = 8;
    static final int REGISTER_ENABLE_RINGS = 12;
    static final int REGISTER_PBUF_RING = 22;

    static final long OFFSET_RINGS = 0;
    static final long OFFSET_ENTRIES = 0x10000000;

    static final int OP_POLL_ADD = 6;
    static final int OP_ASYNC_CANCEL = 14;
    static final int OP_RECV = 27;

    static final int ENTRY_BUFFER_SELECT = 1 << 5;
    static final int POLL_MULTI = 1;
    static final int RECV_MULTISHOT = 1 << 1;
    static final int CANCEL_ALL = 1;
    static final int CANCEL_FD = 1 << 1;

    static final int COMPLETION_BUFFER = 1;
    static final int COMPLETION_MORE = 1 << 1;
    static final int COMPLETION_BUFFER_SHIFT = 16;

    static final int SQ_CQ_OVERFLOW = 1 << 1;
    static final int SQ_TASKRUN = 1 << 2;

    /** {@code struct io_uring_params}. */
    static final int PARAMS_SIZE = 120;

    static final int PARAMS_SQ_ENTRIES = 0;
    static final int PARAMS_CQ_ENTRIES = 4;
    static final int PARAMS_FLAGS = 8;
    static final int PARAMS_FEATURES = 20;
    static final int PARAMS_SQ_HEAD = 40;
    static final int PARAMS_SQ_TAIL = 44;
    static final int PARAMS_SQ_FLAGS = 56;
    static final int PARAMS_SQ_ARRAY = 64;
    static final int PARAMS_CQ_HEAD = 80;
    static final int PARAMS_CQ_TAIL = 84;
    static final int PARAMS_CQ_CQES = 100;

    private UringAbi() {}
}
