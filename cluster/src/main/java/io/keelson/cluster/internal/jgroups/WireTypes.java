package io.keelson.cluster.internal.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;

/**
 * Messages that JGroups makes out of the bytes of the wire: none that could carry a serialised Java object. JGroups
 * reads messages, and with them objects of any class, before it knows who sent them; its own protocols need lists of
 * sequence numbers only. The table of messages is one for the JVM.
 */
final class WireTypes extends MessageFactory {
    private WireTypes() {}

    /** Sets the table. May be called again. */
    static void guard() {
        creators[Message.BYTES_MSG] = PlainBytes::new;
        creators[Message.OBJ_MSG] = OwnObjects::new;
        creators[Message.NIO_MSG] = WireTypes::refused;
    }

    private static Message refused() {
        throw new IllegalArgumentException("messages of this type are not used between servers");
    }

    /** Bytes, which nobody reads an object from. */
    static final class PlainBytes extends BytesMessage {
        @Override
        public Supplier<Message> create() {
            return PlainBytes::new;
        }

        /** Reads the payload; one that is said to be longer than what has come is refused before anything is allocated for it. */
        @Override
        public void readPayload(DataInput in) throws IOException {
            int length = in.readInt();
            if (length < 0) {
                return;
            }
            if (in instanceof ByteArrayDataInputStream bytes && length > bytes.limit() - bytes.position()) {
                throw new IOException("a message of " + length + " bytes, of which only "
                        + (bytes.limit() - bytes.position()) + " have come");
            }
            byte[] payload = new byte[length];
            in.readFully(payload);
            setArray(payload, 0, length);
        }

        @Override
        public <T> T getObject(ClassLoader loader) {
            if (isFlagSet(Flag.SERIALIZED)) {
                throw new IllegalStateException("a message with a serialised object was refused");
            }
            return super.getObject(loader);
        }
    }

    /** Message that JGroups' protocols send one another; its objects are of the few classes that they need. */
    static final class OwnObjects extends ObjectMessage {
        private static final Set<Class<?>> KNOWN = Set.of(SeqnoList.class, Digest.class, MutableDigest.class);

        @Override
        public Supplier<Message> create() {
            return OwnObjects::new;
        }

        @Override
        public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
            if (in.readByte() == 0) {
                return;
            }
            short number = in.readShort();
            Object known = number < 0 ? null : ClassConfigurator.create(number);
            if (known == null || !KNOWN.contains(known.getClass())) {
                throw new IOException("a message with an object of a foreign class was refused");
            }
            SizeStreamable value = (SizeStreamable) known;
            value.readFrom(in);
            setObject(value);
        }
    }
}
