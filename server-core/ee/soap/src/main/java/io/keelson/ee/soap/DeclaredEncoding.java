package io.keelson.ee.soap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.interceptor.AttachmentInInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Lets a message say itself how it is encoded where its content type does not: by its byte order mark or declaration, else UTF-8. CXF takes
 * it for ISO 8859-1, whatever it declares. Stateless.
 *
 * <p>Specification: RFC 7303, 3.2 XML MIME Producers and 3.3 XML MIME Consumers.
 */
final class DeclaredEncoding extends AbstractPhaseInterceptor<Message> {
    /** Number of bytes of a message that a declaration may have. */
    private static final int HEAD = 256;

    private static final Pattern DECLARATION =
            Pattern.compile("<\\?xml\\s[^>]*?\\bencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

    DeclaredEncoding() {
        super(Phase.RECEIVE);
        addBefore(AttachmentInInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        if (!(message.get(Message.CONTENT_TYPE) instanceof String type) || HttpHeaderHelper.findCharset(type) != null) {
            return;
        }
        InputStream body = message.getContent(InputStream.class);
        // The part with the message has a content type of its own.
        if (body == null || type.regionMatches(true, 0, "multipart/", 0, 10)) {
            message.remove(Message.ENCODING);
            return;
        }
        try {
            byte[] head = body.readNBytes(HEAD);
            message.put(Message.ENCODING, encoding(head));
            message.setContent(InputStream.class, new SequenceInputStream(new ByteArrayInputStream(head), body));
        } catch (IOException e) {
            throw new Fault(e);
        }
    }

    /** Returns the encoding that the beginning of an XML document tells (XML 1.0, Appendix F). */
    static String encoding(byte[] head) {
        int first = head.length < 2 ? 0 : (head[0] & 0xff) << 8 | head[1] & 0xff;
        switch (first) {
            case 0xfeff, 0xfffe:
                return StandardCharsets.UTF_16.name();
            case 0x003c:
                return StandardCharsets.UTF_16BE.name();
            case 0x3c00:
                return StandardCharsets.UTF_16LE.name();
            default:
                Matcher declared = DECLARATION.matcher(new String(head, StandardCharsets.ISO_8859_1));
                boolean known = declared.lookingAt() && Charset.isSupported(declared.group(1));
                return known ? declared.group(1) : StandardCharsets.UTF_8.name();
        }
    }
}
