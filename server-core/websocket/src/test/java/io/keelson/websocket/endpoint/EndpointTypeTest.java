package io.keelson.websocket.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.websocket.DefaultConfigurator;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which annotated classes are endpoints, and which are refused with what (chapter 4). */
public class EndpointTypeTest {
    private static EndpointType of(Class<?> type, Class<?>... decoders) throws DeploymentException {
        List<Class<? extends Decoder>> all = new java.util.ArrayList<>();
        for (Class<?> decoder : decoders) {
            all.add(decoder.asSubclass(Decoder.class));
        }
        return EndpointType.of(
                type,
                ServerEndpointConfig.Builder.create(type, "/x")
                        .decoders(all)
                        .configurator(new DefaultConfigurator())
                        .build());
    }

    private static void refused(Class<?> type, String why) {
        assertThatThrownBy(() -> of(type))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(why)
                .hasMessageContaining(type.getSimpleName());
    }

    /** All forms that messages may be taken in. */
    @ServerEndpoint("/x")
    public static class Everything {
        @OnOpen
        public void open(EndpointConfig config, @PathParam("a") String a, Session session, @PathParam("b") long b) {}

        @OnMessage(maxMessageSize = 10)
        public void text(@PathParam("a") boolean a, String message, Session session) {}

        @OnMessage
        public void binary(boolean last, Session session, byte[] message) {}

        @OnMessage
        public void pong(PongMessage message) {}

        @OnClose
        public void close(CloseReason reason, Session session, @PathParam("a") Character a) {}

        @OnError
        public void error(Throwable failure, @PathParam("b") Double b) {}
    }

    @ServerEndpoint("/x")
    public static class OfBoolean {
        @OnMessage
        public void text(boolean message) {}
    }

    @ServerEndpoint("/x")
    public static class OfStreams {
        @OnMessage
        public void text(Reader message) {}

        @OnMessage
        public void binary(InputStream message) {}
    }

    @ServerEndpoint("/x")
    public static class OfNumbers {
        @OnMessage
        public void text(BigDecimal message) {}
    }

    /** Text as numbers. */
    public static class Numbers implements Decoder.Text<BigDecimal> {
        @Override
        public BigDecimal decode(String text) {
            return new BigDecimal(text);
        }

        @Override
        public boolean willDecode(String text) {
            return true;
        }
    }

    @Test
    void takesWhatChapterFourAllows() {
        for (Class<?> type : List.of(Everything.class, OfBoolean.class, OfStreams.class)) {
            assertThatCode(() -> of(type)).doesNotThrowAnyException();
        }
        assertThatCode(() -> of(OfNumbers.class, Numbers.class)).doesNotThrowAnyException();
        refused(OfNumbers.class, "java.math.BigDecimal");
    }

    @ServerEndpoint("/x")
    public static class TwoOpens {
        @OnOpen
        public void one() {}

        @OnOpen
        public void two() {}
    }

    @ServerEndpoint("/x")
    public static class OpenWithMore {
        @OnOpen
        public void open(Session session, String more) {}
    }

    @ServerEndpoint("/x")
    public static class CloseWithConfig {
        @OnClose
        public void close(EndpointConfig config) {}
    }

    @ServerEndpoint("/x")
    public static class ErrorWithout {
        @OnError
        public void error(Session session) {}
    }

    @ServerEndpoint("/x")
    public static class TwoErrors {
        @OnError
        public void one(Throwable t) {}

        @OnError
        public void two(Throwable t) {}
    }

    @ServerEndpoint("/x")
    public static class PathOfOtherType {
        @OnMessage
        public void text(String message, @PathParam("a") BigDecimal a) {}
    }

    @ServerEndpoint("/x")
    public static class TwoTexts {
        @OnMessage
        public void one(String message) {}

        @OnMessage
        public void two(Integer message) {}
    }

    @ServerEndpoint("/x")
    public static class TwoBinaries {
        @OnMessage
        public void one(byte[] message) {}

        @OnMessage
        public void two(ByteBuffer message, boolean last) {}
    }

    @ServerEndpoint("/x")
    public static class TwoPongs {
        @OnMessage
        public void one(PongMessage message) {}

        @OnMessage
        public void two(PongMessage message) {}
    }

    @ServerEndpoint("/x")
    public static class TextAndNumber {
        @OnMessage
        public void text(String message, int number) {}
    }

    @ServerEndpoint("/x")
    public static class BufferAndNumber {
        @OnMessage
        public void binary(ByteBuffer message, int number) {}
    }

    @ServerEndpoint("/x")
    public static class StreamInParts {
        @OnMessage
        public void binary(InputStream message, boolean last) {}
    }

    @ServerEndpoint("/x")
    public static class ReaderInParts {
        @OnMessage
        public void text(Reader message, boolean last) {}
    }

    @ServerEndpoint("/x")
    public static class PongInParts {
        @OnMessage
        public void pong(PongMessage message, boolean last) {}
    }

    @ServerEndpoint("/x")
    public static class NoMessage {
        @OnMessage
        public void text(Session session) {}
    }

    @ServerEndpoint("/x")
    public static class NotPublicMethod {
        @OnMessage
        void text(String message) {}
    }

    @ServerEndpoint("/x")
    public static class TooLarge {
        @OnMessage(maxMessageSize = 1L << 31)
        public void text(String message) {}
    }

    @ServerEndpoint("/x")
    public abstract static class Abstract {}

    @ServerEndpoint("/x")
    static class NotPublic {}

    /** No endpoint at all. */
    public static class Nothing {}

    @Test
    void refusesTheRest() {
        refused(TwoOpens.class, "more than one method with @OnOpen");
        refused(OpenWithMore.class, "java.lang.String");
        refused(CloseWithConfig.class, "EndpointConfig");
        refused(ErrorWithout.class, "no parameter of java.lang.Throwable");
        refused(TwoErrors.class, "more than one method with @OnError");
        refused(PathOfOtherType.class, "java.math.BigDecimal");
        refused(TwoTexts.class, "same kind");
        refused(TwoBinaries.class, "same kind");
        refused(TwoPongs.class, "same kind");
        refused(TextAndNumber.class, "one parameter for the message");
        refused(BufferAndNumber.class, "one parameter for the message");
        refused(StreamInParts.class, "java.io.InputStream in parts");
        refused(ReaderInParts.class, "java.io.Reader in parts");
        refused(PongInParts.class, "PongMessage in parts");
        refused(NoMessage.class, "one parameter for the message");
        refused(NotPublicMethod.class, "not public");
        refused(TooLarge.class, "2147483648");
        refused(Abstract.class, "not public or abstract");
        refused(NotPublic.class, "not public or abstract");
        refused(Nothing.class, "no WebSocket endpoint");
    }

    /** Has methods that its subclasses inherit, override, or override with annotations of their own. */
    @ServerEndpoint("/x")
    public static class Parent {
        @OnMessage
        public void text(String message) {}

        @OnOpen
        public void open() {}

        @OnClose
        public void close() {}
    }

    @ServerEndpoint("/x")
    public static class Child extends Parent {
        @Override
        public void open() {}

        @Override
        @OnClose
        public void close() {}
    }

    @Test
    void inheritance() throws DeploymentException {
        AnnotatedMethods methods = AnnotatedMethods.of(Child.class, CoderTypes.of(List.of(), List.of()));
        assertThat(methods.open()).as("overridden without the annotation").isNull();
        assertThat(methods.close().method().getDeclaringClass()).isEqualTo(Child.class);
        assertThat(methods.messages()).hasSize(1);
    }
}
