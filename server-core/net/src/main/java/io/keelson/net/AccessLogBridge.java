package io.keelson.net;

import io.keelson.base.log.AccessLogWriter;
import io.keelson.base.log.AccessRecord;
import io.keelson.http.AccessLog;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Copies what the access log needs of an exchange and queues it, on a muxer thread and without waiting. Thread-safe. */
final class AccessLogBridge implements AccessLog {
    private final AccessLogWriter writer;

    AccessLogBridge(AccessLogWriter writer) {
        this.writer = writer;
    }

    @Override
    public void log(Entry entry) {
        writer.write(copy(entry));
    }

    static AccessRecord copy(Entry entry) {
        RequestHead request = entry.request();
        HttpHeaders headers = request.headers();
        return new AccessRecord(
                host(entry.remoteAddress()),
                entry.user(),
                entry.startedMillis(),
                request.method(),
                request.target(),
                request.protocol(),
                entry.status(),
                entry.bytes(),
                entry.durationNanos(),
                request.authority(),
                headers.get("Referer"),
                headers.get("User-Agent"),
                entry.channel(),
                entry.id(),
                entry.refusedBy(),
                entry.traceId());
    }

    private static String host(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        return host == null ? address.getHostString() : host.getHostAddress();
    }
}
