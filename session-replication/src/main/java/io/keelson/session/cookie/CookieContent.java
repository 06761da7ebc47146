package io.keelson.session.cookie;

import io.keelson.session.marshal.SessionRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Content of a sealed cookie, as small as it can be written simply. It is read only after its seal has proved genuine.
 *
 * @param record the session
 * @param awaited the page that waits for a login; null: none
 */
record CookieContent(SessionRecord record, @Nullable String awaited) {
    /** The bytes; the id is not in them, as it is bound to the seal. */
    byte[] toBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(record.created());
        out.writeLong(record.accessed());
        out.writeInt(record.timeoutSeconds());
        write(out, record.user());
        write(out, record.scheme());
        write(out, awaited);
        out.writeInt(record.attributes().size());
        for (Map.Entry<String, byte[]> attribute : record.attributes().entrySet()) {
            out.writeUTF(attribute.getKey());
            out.writeInt(attribute.getValue().length);
            out.write(attribute.getValue());
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, @Nullable String text) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeUTF(text);
        }
    }

    /**
     * The content that bytes are.
     *
     * @throws IOException where they are none
     */
    static CookieContent of(String id, byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        long created = in.readLong();
        long accessed = in.readLong();
        int timeout = in.readInt();
        String user = read(in);
        String scheme = read(in);
        String awaited = read(in);
        Map<String, byte[]> attributes = new LinkedHashMap<>();
        for (int i = in.readInt(); i > 0; i--) {
            String name = in.readUTF();
            int length = in.readInt();
            if (length < 1 || length > in.available()) {
                throw new IOException("an attribute says a length of " + length);
            }
            attributes.put(name, in.readNBytes(length));
        }
        return new CookieContent(new SessionRecord(id, created, accessed, timeout, user, scheme, attributes), awaited);
    }

    private static @Nullable String read(DataInputStream in) throws IOException {
        return in.readBoolean() ? in.readUTF() : null;
    }
}
