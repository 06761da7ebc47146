package io.keelson.jms.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapterInternalException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties that are wrong: each exception names the property, and says what to write. */
final class PropertiesTest {
    private static ManagedFactory factory() {
        ManagedFactory factory = new ManagedFactory();
        factory.setUrl("keelson://127.0.0.1:7001");
        return factory;
    }

    private static MessageActivation activation() {
        MessageActivation activation = new MessageActivation();
        activation.setUrl("keelson://127.0.0.1:7001");
        activation.setDestination("orders");
        return activation;
    }

    static Stream<Arguments> wrongFactories() {
        return Stream.of(
                wrong("url is not set", factory -> factory.setUrl(" ")),
                wrong("url is wrong", factory -> factory.setUrl("http://host")),
                wrong("keelson://host:port", factory -> factory.setUrl("host:7001")),
                wrong("password is set without a user", factory -> factory.setPassword("tulip")),
                wrong("messagesMaximum is 'many'", factory -> factory.setMessagesMaximum("many")),
                wrong("oneWaySendMode is 'all': write disabled or queue", factory -> factory.setOneWaySendMode("all")),
                wrong("oneWaySendWindowSize is 0", factory -> factory.setOneWaySendWindowSize(0)),
                wrong(
                        "sendTimeout is -1: write a number of milliseconds from 0",
                        factory -> factory.setSendTimeout(-1L)),
                wrong("connectTimeout is 1", factory -> factory.setConnectTimeout(1L)),
                wrong("peerTimeout is 1", factory -> factory.setPeerTimeout(1L)),
                wrong("reconnectTimeout is -2", factory -> factory.setReconnectTimeout(-2L)),
                wrong("maxMessageSize is 3: write a number of bytes", factory -> factory.setMaxMessageSize(3)));
    }

    private static Arguments wrong(String what, Consumer<ManagedFactory> change) {
        return Arguments.of(what, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongFactories")
    void aFactorySaysWhatIsWrong(String what, Consumer<ManagedFactory> change) {
        ManagedFactory factory = factory();
        change.accept(factory);
        assertThatThrownBy(factory::createConnectionFactory)
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(what)
                .hasMessageNotContaining("tulip");
    }

    static Stream<Arguments> wrongActivations() {
        return Stream.of(
                wrongly("url is not set", activation -> {
                    activation.setUrl(null);
                    activation.setResourceAdapter(new JmsResourceAdapter());
                }),
                wrongly("destination is not set", activation -> activation.setDestination(null)),
                wrongly("destinationType is 'Heap'", activation -> activation.setDestinationType("Heap")),
                wrongly("acknowledgeMode is 'never'", activation -> activation.setAcknowledgeMode("never")),
                wrongly("subscriptionDurability is 'Long'", activation -> activation.setSubscriptionDurability("Long")),
                wrongly("maxSession is 0", activation -> activation.setMaxSession(0)),
                wrongly("messagesMaximum is 'x'", activation -> activation.setMessagesMaximum("x")),
                wrongly("redeliveryPause is -1", activation -> activation.setRedeliveryPause(-1L)),
                wrongly(
                        "shareSubscriptions is true, and subscriptionName",
                        activation -> activation.setShareSubscriptions(true)),
                wrongly("subscriptionName is not set", activation -> {
                    activation.setDestinationType("jakarta.jms.Topic");
                    activation.setSubscriptionDurability("Durable");
                }),
                wrongly("clientId is not set", activation -> {
                    activation.setSubscriptionDurability("Durable");
                    activation.setSubscriptionName("mine");
                }),
                wrongly("destinationType is a queue", activation -> {
                    activation.setDestinationType("jakarta.jms.Queue");
                    activation.setSubscriptionDurability("Durable");
                }));
    }

    private interface Change {
        void on(MessageActivation activation) throws Exception;
    }

    private static Arguments wrongly(String what, Change change) {
        return Arguments.of(what, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongActivations")
    void anActivationSaysWhatIsWrong(String what, Change change) throws Exception {
        MessageActivation activation = activation();
        change.on(activation);
        assertThatThrownBy(activation::validate)
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(what);
    }

    @Test
    void allFaultsAreSaidAtOnce() {
        MessageActivation activation = activation();
        activation.setMaxSession(0);
        activation.setAcknowledgeMode("never");
        assertThatThrownBy(activation::validate)
                .hasMessageContaining("maxSession")
                .hasMessageContaining("acknowledge");
    }

    @Test
    void theAdapterStandsBehindFactoriesAndActivations() throws Exception {
        JmsResourceAdapter adapter = new JmsResourceAdapter();
        adapter.setUrl("keelson://127.0.0.1:7001");
        adapter.setUser("ada");
        adapter.setPassword("tulip");
        ManagedFactory factory = new ManagedFactory();
        factory.setResourceAdapter(adapter);
        factory.check();
        assertThat(factory.login()).isEqualTo(new Login("ada", "tulip"));
        factory.setUser("bob");
        assertThat(factory.login()).isEqualTo(new Login("bob", null));

        MessageActivation activation = new MessageActivation();
        activation.setDestination("orders");
        activation.setResourceAdapter(adapter);
        activation.validate();
        assertThat(activation.login()).isEqualTo(new Login("ada", "tulip"));
    }

    @Test
    void nothingSecretIsShown() {
        ManagedFactory factory = factory();
        factory.setUser("ada");
        factory.setPassword("tulip");
        assertThat(factory + " " + factory.login()).contains("ada").doesNotContain("tulip");
    }

    @Test
    void factoriesOfTheSamePropertiesAreEqual() {
        assertThat(factory()).isEqualTo(factory()).hasSameHashCodeAs(factory());
        ManagedFactory other = factory();
        other.setClientId("one");
        assertThat(other).isNotEqualTo(factory());
        assertThat(new ManagedQueueFactory()).isNotEqualTo(new ManagedTopicFactory());
    }

    @Test
    void aWrongAdapterDoesNotStart() {
        JmsResourceAdapter adapter = new JmsResourceAdapter();
        adapter.setUrl("nowhere");
        assertThatThrownBy(() -> adapter.start(new TestContainer()))
                .isInstanceOf(ResourceAdapterInternalException.class)
                .hasMessageContaining("url is wrong");
    }

    @Test
    void namesAreNeeded() {
        assertThatThrownBy(() -> new NamedQueue().getQueueName())
                .hasMessageContaining("property destination of a queue");
        assertThatThrownBy(() -> new NamedTopic().getTopicName())
                .hasMessageContaining("property destination of a topic");
    }
}
