package io.keelson.http.internal;

import io.keelson.http.internal.Conversation.Request;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Another parser of HTTP/1.1, Netty's: what ours accepts must not be read otherwise by the next hop. */
final class OtherParser {
    private static final int LARGE = 1 << 20;

    /**
     * What it made of bytes.
     *
     * @param requests those that came whole, before anything it refused
     * @param refused whether it refused something
     */
    record Reading(List<Message> requests, boolean refused) {
        /** The same without those that no handler of ours sees. */
        Reading ofHandlers() {
            return new Reading(requests.stream().filter(r -> !r.ofWholeServer()).toList(), refused);
        }
    }

    /** What counts for the next hop: where a request ends, and whose it is. */
    record Message(String method, String target, String body) {
        static Message of(Request request) {
            return new Message(request.method(), request.target(), request.body());
        }

        /** With the target of another where this one's is in absolute form, which ours does not keep. */
        Message inOriginForm(Message other) {
            boolean absolute = target.regionMatches(true, 0, "http", 0, 4);
            return absolute ? new Message(method, other.target, body) : this;
        }

        /** Returns true if it is about the server as a whole: ours answers that itself, and no handler sees it. */
        boolean ofWholeServer() {
            return method.equals("OPTIONS")
                    && (target.equals("*") || WITHOUT_PATH.matcher(target).matches());
        }
    }

    private static final Pattern WITHOUT_PATH = Pattern.compile("(?i)https?://[^/?#]*");

    private OtherParser() {}

    static Reading read(byte[] bytes) {
        HttpDecoderConfig limits = new HttpDecoderConfig()
                .setMaxInitialLineLength(LARGE)
                .setMaxHeaderSize(LARGE)
                .setMaxChunkSize(LARGE);
        EmbeddedChannel channel = new EmbeddedChannel(new HttpServerCodec(limits));
        try {
            channel.writeInbound(Unpooled.wrappedBuffer(bytes));
            return collect(channel);
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    private static Reading collect(EmbeddedChannel channel) {
        List<Message> requests = new ArrayList<>();
        HttpRequest head = null;
        StringBuilder body = new StringBuilder();
        HttpObject next;
        while ((next = channel.readInbound()) != null) {
            if (next.decoderResult().isFailure()) {
                io.netty.util.ReferenceCountUtil.release(next);
                return new Reading(requests, true);
            }
            if (next instanceof HttpRequest request) {
                head = request;
                body.setLength(0);
            }
            if (next instanceof HttpContent content) {
                body.append(content.content().toString(StandardCharsets.ISO_8859_1));
                content.release();
                if (content instanceof LastHttpContent && head != null) {
                    requests.add(new Message(head.method().name(), head.uri(), body.toString()));
                }
            }
        }
        return new Reading(requests, false);
    }

    /** The request as a server that passes it on would write it, its body in one chunk where it came in chunks. */
    static byte[] write(Request request) {
        StringBuilder text = new StringBuilder();
        text.append(request.method()).append(' ').append(request.target()).append(' ');
        text.append(request.protocol()).append("\r\n");
        boolean chunked = false;
        for (Map.Entry<String, String> field : request.headers()) {
            chunked |= field.getKey().equalsIgnoreCase("Transfer-Encoding");
            text.append(field.getKey()).append(": ").append(field.getValue()).append("\r\n");
        }
        text.append("\r\n");
        if (!chunked) {
            text.append(request.body());
        } else {
            if (!request.body().isEmpty()) {
                text.append(Integer.toHexString(request.body().length()))
                        .append("\r\n")
                        .append(request.body())
                        .append("\r\n");
            }
            text.append("0\r\n");
            for (Map.Entry<String, String> field : request.trailers()) {
                text.append(field.getKey())
                        .append(": ")
                        .append(field.getValue())
                        .append("\r\n");
            }
            text.append("\r\n");
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
