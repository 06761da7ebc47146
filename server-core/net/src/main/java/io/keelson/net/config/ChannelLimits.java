package io.keelson.net.config;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;
import java.time.Duration;

/**
 * Limits that a channel sets its clients. Time-outs are looked at twice a second, so they end up to a second late. All but the backlog are
 * live: a request keeps the limits with which it began.
 *
 * @param maxOpenSockets how many connections of the channel may be open
 * @param acceptBacklog how many connections the operating system keeps that have not been accepted
 * @param idleTimeout how long a kept-alive connection may wait for its next request
 * @param headerTimeout how long a client may take to send the head of a request, from its first byte or from the connect
 * @param bodyTimeout how long a client may send nothing of a body that is being waited for
 * @param bodyMinRate the least average of bytes a second at which a body must arrive
 * @param writeTimeout how long a client may take nothing of a response
 * @param maxRequestLine the longest request line
 * @param maxHeaderSize the largest sum of all header fields of a request
 * @param maxHeaderCount the largest number of header fields of a request
 * @param maxBodySize the largest body of a request, unless the handler says another
 * @param maxKeepAliveRequests how many requests a connection may carry
 * @param http2Enabled whether HTTP/2 is spoken beside HTTP/1
 * @param http2MaxConcurrentStreams how many requests of an HTTP/2 connection may be under way at a time
 * @param http2InitialWindowSize how much of the body of an HTTP/2 request may come before any of it is read
 * @param http2MaxFrameSize the largest HTTP/2 frame that a client may send
 * @param http2MaxResets how many HTTP/2 streams of a connection may be reset before their end within ten seconds
 * @param http2MaxControlFrames how many HTTP/2 frames of a connection may carry nothing within ten seconds
 */
public record ChannelLimits(
        @Setting(
                help = "Most connections that the channel keeps open; beyond, it stops accepting.",
                defaultValue = "10000",
                min = "1",
                max = "1000000",
                change = Setting.Change.LIVE)
        int maxOpenSockets,

        @Setting(
                help = "Connections that the operating system queues until they are accepted.",
                defaultValue = "300",
                min = "1",
                max = "65535")
        int acceptBacklog,

        @Setting(
                help = "How long a kept-alive connection may wait for its next request.",
                defaultValue = "30s",
                min = "10ms",
                max = "1d",
                change = Setting.Change.LIVE)
        Duration idleTimeout,

        @Setting(
                help = "How long a client may take to send the whole head of a request.",
                defaultValue = "10s",
                min = "10ms",
                max = "1h",
                change = Setting.Change.LIVE)
        Duration headerTimeout,

        @Setting(
                help = "How long a client may send nothing of a body that is waited for.",
                defaultValue = "20s",
                min = "10ms",
                max = "1d",
                change = Setting.Change.LIVE)
        Duration bodyTimeout,

        @Setting(
                help = "Least average of bytes a second at which a body must arrive once the body time-out has passed"
                        + " since its start; 0B for none.",
                defaultValue = "240B",
                max = "1GiB",
                change = Setting.Change.LIVE)
        DataSize bodyMinRate,

        @Setting(
                help = "How long a client may take nothing of a response, and a write may wait for it.",
                defaultValue = "30s",
                min = "10ms",
                max = "1d",
                change = Setting.Change.LIVE)
        Duration writeTimeout,

        @Setting(
                help = "Longest request line; beyond, the answer is 414.",
                defaultValue = "8KiB",
                min = "64B",
                max = "1MiB",
                change = Setting.Change.LIVE)
        DataSize maxRequestLine,

        @Setting(
                help = "Largest sum of all header fields of a request; beyond, the answer is 431.",
                defaultValue = "32KiB",
                min = "64B",
                max = "1MiB",
                change = Setting.Change.LIVE)
        DataSize maxHeaderSize,

        @Setting(
                help = "Most header fields of a request; beyond, the answer is 431.",
                defaultValue = "100",
                min = "1",
                max = "10000",
                change = Setting.Change.LIVE)
        int maxHeaderCount,

        @Setting(
                help = "Largest body of a request, unless the handler sets another limit; beyond, the answer is 413.",
                defaultValue = "100MiB",
                change = Setting.Change.LIVE)
        DataSize maxBodySize,

        @Setting(
                help = "Requests that a connection may carry before it is closed.",
                defaultValue = "10000",
                min = "1",
                max = "1000000000",
                change = Setting.Change.LIVE)
        int maxKeepAliveRequests,

        @Setting(
                help = "Whether the channel speaks HTTP/2 too: in the clear by prior knowledge and by Upgrade, with TLS"
                        + " where the client chooses it. New connections.",
                defaultValue = "true",
                change = Setting.Change.LIVE)
        boolean http2Enabled,

        @Setting(
                help =
                        "Requests of an HTTP/2 connection that may be under way at a time; beyond, streams are refused. New"
                                + " connections.",
                defaultValue = "100",
                min = "1",
                max = "100000",
                change = Setting.Change.LIVE)
        int http2MaxConcurrentStreams,

        @Setting(
                help = "How much of the body of an HTTP/2 request may come before any of it is read. New connections.",
                defaultValue = "64KiB",
                min = "1KiB",
                max = "16MiB",
                change = Setting.Change.LIVE)
        DataSize http2InitialWindowSize,

        @Setting(
                help = "Largest HTTP/2 frame that a client may send. New connections.",
                defaultValue = "16KiB",
                min = "16KiB",
                max = "1MiB",
                change = Setting.Change.LIVE)
        DataSize http2MaxFrameSize,

        @Setting(
                help =
                        "HTTP/2 streams of a connection that may be reset before their end within ten seconds, by the client"
                                + " or because of it; beyond, the connection is closed. New connections.",
                defaultValue = "500",
                min = "1",
                max = "1000000",
                change = Setting.Change.LIVE)
        int http2MaxResets,

        @Setting(
                help =
                        "HTTP/2 frames of a connection that may carry nothing within ten seconds (PING, SETTINGS, PRIORITY,"
                                + " empty ones); beyond, the connection is closed. Frames that carry something pay for others. New"
                                + " connections.",
                defaultValue = "5000",
                min = "10",
                max = "10000000",
                change = Setting.Change.LIVE)
        int http2MaxControlFrames) {}
