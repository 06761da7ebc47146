package io.keelson.net;

import io.keelson.base.measure.Described;

/** A muxer, as management shows it. */
public record MuxerRuntime(
        @Described("Its name, which its threads bear.") String name,

        @Described("What it reads sockets with: native (epoll), io-uring or java.")
        String kind,

        @Described("Threads that read its sockets.") int socketReaders) {}
