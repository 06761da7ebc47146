package io.keelson.cluster.names;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import javax.naming.NamingException;

/** Values that need no class of anybody's: text, numbers, truth values. Where no marshaller is there for others. */
public final class PlainValues implements ValueCodec {
    private static final int TEXT = 1;
    private static final int INTEGER = 2;
    private static final int LONG = 3;
    private static final int DOUBLE = 4;
    private static final int TRUTH = 5;

    @Override
    public byte[] encode(Object value) throws NamingException {
        Encoder out = new Encoder();
        if (value instanceof String text) {
            out.tag(TEXT).text(text);
        } else if (value instanceof Integer number) {
            out.tag(INTEGER).number(number);
        } else if (value instanceof Long number) {
            out.tag(LONG).number(number);
        } else if (value instanceof Double number) {
            out.tag(DOUBLE).number(Double.doubleToRawLongBits(number));
        } else if (value instanceof Boolean truth) {
            out.tag(TRUTH).flag(truth);
        } else {
            throw new NamingException("a value of " + value.getClass().getName()
                    + " cannot be sent to the other servers of the cluster: only text, numbers and truth values can");
        }
        return out.toBytes();
    }

    @Override
    public Object decode(byte[] bytes, ClassLoader loader) throws NamingException {
        Decoder in = new Decoder(bytes);
        try {
            int kind = in.tag();
            return switch (kind) {
                case TEXT -> in.text(TreeCodec.LARGEST_VALUE);
                case INTEGER -> (int) in.number();
                case LONG -> in.number();
                case DOUBLE -> Double.longBitsToDouble(in.number());
                case TRUTH -> in.flag();
                default -> throw new NamingException("the value is of the unknown kind " + kind);
            };
        } catch (MalformedMessageException e) {
            NamingException failure = new NamingException("the value " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }
}
