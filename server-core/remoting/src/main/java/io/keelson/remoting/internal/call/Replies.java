package io.keelson.remoting.internal.call;

import io.keelson.remoting.internal.marshal.ObjectStreams;
import io.keelson.remoting.internal.marshal.RemoteReferences;
import io.keelson.remoting.spi.Members.Member;
import io.keelson.remoting.spi.Members.MemberList;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The heads of answers: contexts, where the caller can read them and there are any; members, where they have changed; a byte that says
 * what the answer is; then a value, or a text.
 */
final class Replies {
    static final int VALUE = 0;
    static final int THROWN = 1;
    static final int FAULT = 2;

    /** Added to the byte where a list of members stands before the rest. */
    static final int WITH_MEMBERS = 0x80;

    /** Added to the byte where contexts stand before the rest. */
    private static final int WITH_CONTEXTS = 0x40;

    private static final int MOST_MEMBERS = 1000;
    private static final int LONGEST_TEXT = 4000;

    private Replies() {}

    static void fault(ByteBuf to, Fault fault, String text) {
        to.writeByte(FAULT);
        to.writeByte(fault.number());
        WireText.write(to, text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text);
    }

    static void value(
            ByteBuf to,
            int status,
            int mostReadable,
            ObjectStreams streams,
            RemoteReferences references,
            @Nullable Object value)
            throws IOException {
        to.writeByte(status);
        streams.write(to, mostReadable, references, value);
    }

    /** Writes what rooms give back beside the answer; the rest follows. */
    static void contexts(ByteBuf to, Map<String, byte[]> contexts) {
        if (!contexts.isEmpty()) {
            to.writeByte(WITH_CONTEXTS);
            Requests.contexts(to, contexts);
        }
    }

    /** The contexts that an answer begins with. */
    static Map<String, byte[]> contexts(ByteBuf from) throws StreamCorruptedException {
        if (from.getUnsignedByte(from.readerIndex()) != WITH_CONTEXTS) {
            return Map.of();
        }
        from.skipBytes(1);
        return Requests.contexts(from);
    }

    /** Writes the members; the status follows. */
    static void members(ByteBuf to, MemberList list) {
        to.writeByte(WITH_MEMBERS);
        to.writeLong(list.version());
        to.writeShort(list.members().size());
        for (Member member : list.members()) {
            WireText.write(to, member.name());
            WireText.write(to, String.join(" ", member.addresses()));
            to.writeInt(member.weight());
        }
    }

    /** The members that an answer begins with; null for none. */
    static @Nullable MemberList members(ByteBuf from) throws StreamCorruptedException {
        if (from.getUnsignedByte(from.readerIndex()) != WITH_MEMBERS) {
            return null;
        }
        from.skipBytes(1);
        long version = from.readLong();
        int count = from.readUnsignedShort();
        if (count > MOST_MEMBERS) {
            throw new StreamCorruptedException("an answer names " + count + " members");
        }
        List<Member> members = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String name = WireText.read(from);
            List<String> addresses = List.of(WireText.read(from).split(" "));
            members.add(new Member(name, addresses, Math.max(1, from.readInt())));
        }
        return new MemberList(version, members);
    }
}
