package io.keelson.websocket.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.websocket.Decoder;
import jakarta.websocket.MessageHandler;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class GenericsTest {
    private abstract static class Base<A, B> implements MessageHandler.Whole<B> {
        A other;
    }

    private static class Derived extends Base<Integer, List<String>> {
        @Override
        public void onMessage(List<String> message) {}
    }

    private abstract static class Middle<T> extends Base<String, T> {}

    private static class Arrays extends Middle<byte[]> {
        @Override
        public void onMessage(byte[] message) {}
    }

    private abstract static class Both implements Decoder.Text<String>, Decoder.Binary<ByteBuffer> {}

    @Test
    void finds() {
        assertThat(Generics.argument(Derived.class, MessageHandler.Whole.class)).contains(List.class);
        assertThat(Generics.argument(Arrays.class, MessageHandler.Whole.class)).contains(byte[].class);
        assertThat(Generics.argument(Both.class, Decoder.Text.class)).contains(String.class);
        assertThat(Generics.argument(Both.class, Decoder.Binary.class)).contains(ByteBuffer.class);
        assertThat(Generics.argument(Both.class, Decoder.TextStream.class)).isEmpty();
    }

    @Test
    void doesNotGuess() {
        MessageHandler.Whole<String> lambda = message -> {};
        assertThat(Generics.argument(lambda.getClass(), MessageHandler.Whole.class))
                .isEmpty();
        assertThat(Generics.argument(Base.class, MessageHandler.Whole.class)).isEmpty();
    }
}
