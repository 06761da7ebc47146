package io.keelson.remoting.internal.marshal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reference to a remote object in a message. Immutable.
 *
 * @param node the process that has it
 * @param number its number there; 0 where every member has one of that key
 * @param key the name under which every member has one; empty for an object of one process
 * @param policy how one of the members is chosen; empty for an object of one process
 * @param addresses where the process listens; empty where it can be reached over its own connection only
 * @param interfaces the names of its remote interfaces
 */
public record RemoteReference(
        long node, long number, String key, String policy, List<String> addresses, List<String> interfaces) {
    private static final int MOST = 256;

    public RemoteReference {
        addresses = List.copyOf(addresses);
        interfaces = List.copyOf(interfaces);
    }

    void write(DataOutput to) throws IOException {
        to.writeLong(node);
        to.writeLong(number);
        to.writeUTF(key);
        to.writeUTF(policy);
        writeAll(to, addresses);
        writeAll(to, interfaces);
    }

    private static void writeAll(DataOutput to, List<String> texts) throws IOException {
        to.writeShort(texts.size());
        for (String text : texts) {
            to.writeUTF(text);
        }
    }

    static RemoteReference read(DataInput from) throws IOException {
        return new RemoteReference(
                from.readLong(), from.readLong(), from.readUTF(), from.readUTF(), readAll(from), readAll(from));
    }

    private static List<String> readAll(DataInput from) throws IOException {
        int count = from.readUnsignedShort();
        if (count > MOST) {
            throw new StreamCorruptedException("a reference to a remote object names " + count + " texts");
        }
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(from.readUTF());
        }
        return texts;
    }
}
