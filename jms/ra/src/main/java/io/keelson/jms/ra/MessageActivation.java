package io.keelson.jms.ra;

import io.keelson.jms.client.FactorySettings;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The activation configuration of a message-driven bean.
 *
 * <p>Specification: Jakarta Messaging 3.1, 13.1; Enterprise Beans 4.0 Core, 5.7.
 */
public final class MessageActivation extends ServerProperties implements ActivationSpec {
    private static final long serialVersionUID = 1L;
    private static final int DEFAULT_SESSIONS = 10;
    private static final int MOST_SESSIONS = 1000;
    private static final long FIRST_PAUSE = 100;
    private static final long LONGEST_PAUSE = 10_000;
    private static final long A_DAY = 86_400_000;

    private @Nullable String destination;
    private @Nullable String destinationType;
    private @Nullable String destinationLookup;
    private @Nullable String connectionFactoryLookup;
    private @Nullable String messageSelector;
    private @Nullable String acknowledgeMode;
    private @Nullable String subscriptionDurability;
    private @Nullable String subscriptionName;
    private @Nullable Boolean shareSubscriptions;
    private @Nullable String clientId;
    private @Nullable Integer maxSession;
    private @Nullable String messagesMaximum;
    private @Nullable Boolean prefetchMode;
    private @Nullable Long redeliveryPause;
    private @Nullable Long redeliveryPauseMaximum;
    private transient @Nullable JmsResourceAdapter adapter;

    /** Properties of the factory that connectionFactoryLookup names; null while that is not looked up. */
    private transient volatile @Nullable ManagedFactory factory;

    /** Makes a configuration whose properties are to be set. */
    public MessageActivation() {}

    @Override
    @Nullable
    ServerProperties behind() {
        ManagedFactory named = factory;
        return named != null ? named : adapter;
    }

    // ---- properties ------------------------------------------------------------------------------------------------

    /** Returns the name of the destination. */
    public @Nullable String getDestination() {
        return destination;
    }

    /** Sets the destination: the name that it has at the server, or a name to look up, which begins with {@code java:}. */
    public void setDestination(@Nullable String name) {
        this.destination = given(name);
    }

    /** Returns the kind of the destination. */
    public @Nullable String getDestinationType() {
        return destinationType;
    }

    /** Sets the kind of the destination: {@code jakarta.jms.Queue}, the default, or {@code jakarta.jms.Topic}. */
    public void setDestinationType(@Nullable String type) {
        this.destinationType = given(type);
    }

    /** Returns the name under which the destination is looked up. */
    public @Nullable String getDestinationLookup() {
        return destinationLookup;
    }

    /** Sets the name under which the destination is looked up: an administered object of this adapter, or any queue or topic. */
    public void setDestinationLookup(@Nullable String name) {
        this.destinationLookup = given(name);
    }

    /** Returns the name of a connection factory. */
    public @Nullable String getConnectionFactoryLookup() {
        return connectionFactoryLookup;
    }

    /** Sets the name of a connection factory of this adapter, whose properties count where there are no others. */
    public void setConnectionFactoryLookup(@Nullable String name) {
        this.connectionFactoryLookup = given(name);
    }

    /** Returns the selector. */
    public @Nullable String getMessageSelector() {
        return messageSelector;
    }

    /** Sets the selector; without one all messages come. */
    public void setMessageSelector(@Nullable String selector) {
        this.messageSelector = given(selector);
    }

    /** Returns how messages outside of transactions are acknowledged. */
    public @Nullable String getAcknowledgeMode() {
        return acknowledgeMode;
    }

    /** Sets how messages outside of transactions are acknowledged: {@code Auto-acknowledge} or {@code Dups-ok-acknowledge}. */
    public void setAcknowledgeMode(@Nullable String mode) {
        this.acknowledgeMode = given(mode);
    }

    /** Returns whether the subscription outlives the bean. */
    public @Nullable String getSubscriptionDurability() {
        return subscriptionDurability;
    }

    /** Sets whether the subscription outlives the bean: {@code NonDurable} or {@code Durable}. */
    public void setSubscriptionDurability(@Nullable String durability) {
        this.subscriptionDurability = given(durability);
    }

    /** Returns the name of the subscription. */
    public @Nullable String getSubscriptionName() {
        return subscriptionName;
    }

    /** Sets the name of the subscription. */
    public void setSubscriptionName(@Nullable String name) {
        this.subscriptionName = given(name);
    }

    /** Returns true if several sessions and servers share the subscription. */
    public @Nullable Boolean getShareSubscriptions() {
        return shareSubscriptions;
    }

    /** Sets whether several sessions and servers share the subscription, each message going to one of them. */
    public void setShareSubscriptions(@Nullable Boolean share) {
        this.shareSubscriptions = share;
    }

    /** Returns the client id. */
    public @Nullable String getClientId() {
        return clientId;
    }

    /** Sets the client id of the connection, of which there can be one at a time then. */
    public void setClientId(@Nullable String id) {
        this.clientId = given(id);
    }

    /** Returns how many messages are handled at a time at most. */
    public @Nullable Integer getMaxSession() {
        return maxSession;
    }

    /** Sets how many messages are handled at a time at most; by default 10. */
    public void setMaxSession(@Nullable Integer most) {
        this.maxSession = most;
    }

    /** Returns how many messages each session has on their way at most, with prefetchMode. */
    public @Nullable String getMessagesMaximum() {
        return messagesMaximum;
    }

    /** Sets how many messages each session has on their way at most, with prefetchMode: a number, {@code auto} or -1. */
    public void setMessagesMaximum(@Nullable String most) {
        this.messagesMaximum = given(most);
    }

    /** Returns true if sessions get messages ahead of time. */
    public @Nullable Boolean getPrefetchMode() {
        return prefetchMode;
    }

    /** Sets whether sessions get messages ahead of time; by default false: each message is asked for. */
    public void setPrefetchMode(@Nullable Boolean on) {
        this.prefetchMode = on;
    }

    /** Returns the first pause after failures in a row, in milliseconds. */
    public @Nullable Long getRedeliveryPause() {
        return redeliveryPause;
    }

    /** Sets the pause after the second failure in a row, in milliseconds; it doubles with each further one; by default 100. */
    public void setRedeliveryPause(@Nullable Long millis) {
        this.redeliveryPause = millis;
    }

    /** Returns the longest pause after failures in a row, in milliseconds. */
    public @Nullable Long getRedeliveryPauseMaximum() {
        return redeliveryPauseMaximum;
    }

    /** Sets the longest pause after failures in a row, in milliseconds; by default 10000. */
    public void setRedeliveryPauseMaximum(@Nullable Long millis) {
        this.redeliveryPauseMaximum = millis;
    }

    // ---- what counts -----------------------------------------------------------------------------------------------

    boolean topic() {
        return isTopic(new ArrayList<>());
    }

    private boolean isTopic(List<String> faults) {
        String type = destinationType;
        if (type == null || type.equals("jakarta.jms.Queue") || type.equals("Queue")) {
            return false;
        }
        if (!type.equals("jakarta.jms.Topic") && !type.equals("Topic")) {
            faults.add("destinationType is '" + type + "': write jakarta.jms.Queue or jakarta.jms.Topic");
        }
        return type.endsWith("Topic");
    }

    boolean durable() {
        return isDurable(new ArrayList<>());
    }

    private boolean isDurable(List<String> faults) {
        return oneOf(faults, "subscriptionDurability", subscriptionDurability, "NonDurable", "Durable")
                .equals("Durable");
    }

    boolean shared() {
        return Boolean.TRUE.equals(shareSubscriptions);
    }

    /** Returns true if nobody waits until an acknowledgement is sure. */
    boolean duplicatesAllowed() {
        return lazily(new ArrayList<>());
    }

    private boolean lazily(List<String> faults) {
        return oneOf(faults, "acknowledgeMode", acknowledgeMode, "Auto-acknowledge", "Dups-ok-acknowledge")
                .startsWith("Dups");
    }

    /** Returns how many sessions there may be: one where they would get the same messages. */
    int sessions(boolean toTopic) {
        return toTopic && !shared() ? 1 : maxSession == null ? DEFAULT_SESSIONS : maxSession;
    }

    long firstPause() {
        return redeliveryPause == null ? FIRST_PAUSE : redeliveryPause;
    }

    long longestPause() {
        return redeliveryPauseMaximum == null ? LONGEST_PAUSE : redeliveryPauseMaximum;
    }

    /** Returns the client id that counts: its own, else that of the factory that it names. */
    @Nullable
    String effectiveClientId() {
        ManagedFactory named = factory;
        return clientId != null || named == null ? clientId : named.getClientId();
    }

    /** Takes the properties of the factory that connectionFactoryLookup names. */
    void use(ManagedFactory named) {
        factory = named;
    }

    FactorySettings settings() {
        FactorySettings standard = FactorySettings.STANDARD;
        return new FactorySettings(
                "the resource adapter",
                effectiveClientId(),
                ManagedFactory.window(new ArrayList<>(), messagesMaximum),
                Boolean.TRUE.equals(prefetchMode),
                false,
                false,
                1,
                standard.sendTimeout(),
                reconnectMillis());
    }

    /** Returns what tells the servers and the user of one activation from those of another. */
    List<@Nullable Object> servers() {
        return new ArrayList<>(
                java.util.Arrays.asList(effective(ServerProperties::getUrl), login(), connectionFactoryLookup));
    }

    // ---- checks ----------------------------------------------------------------------------------------------------

    @Override
    public void validate() throws InvalidPropertyException {
        List<String> faults = new ArrayList<>();
        JmsResourceAdapter of = adapter;
        // Some containers check before they set the adapter; it checks again when it is activated.
        if (connectionFactoryLookup == null && getUrl() == null && of != null && of.getUrl() == null) {
            faults.add("url is not set, neither here nor at the resource adapter: write keelson://host:7001, or"
                    + " keelson://host1:7001,host2:7001 for the members of a cluster");
        }
        checkOwn(faults);
        fail(faults);
    }

    @Override
    void checkOwn(List<String> faults) {
        super.checkOwn(faults);
        if (destination == null && destinationLookup == null) {
            faults.add("destination is not set: write the name that the queue or topic has at the server, or set"
                    + " destinationLookup");
        }
        boolean topic = isTopic(faults);
        boolean durable = isDurable(faults);
        boolean unused = lazily(faults);
        if (durable && !topic && (destinationType != null || destinationLookup == null)) {
            faults.add("subscriptionDurability is Durable, and destinationType is a queue: write jakarta.jms.Topic");
        }
        if (durable && subscriptionName == null) {
            faults.add("subscriptionDurability is Durable, and subscriptionName is not set: write a name");
        }
        if (durable && !shared() && clientId == null && connectionFactoryLookup == null) {
            faults.add("subscriptionDurability is Durable, and clientId is not set: write one, or set"
                    + " shareSubscriptions to true");
        }
        if (shared() && subscriptionName == null) {
            faults.add("shareSubscriptions is true, and subscriptionName is not set: write a name");
        }
        within(faults, "maxSession", maxSession, 1, MOST_SESSIONS, "sessions");
        within(faults, "redeliveryPause", redeliveryPause, 0, A_DAY, "milliseconds");
        within(faults, "redeliveryPauseMaximum", redeliveryPauseMaximum, 0, A_DAY, "milliseconds");
        int ignored = ManagedFactory.window(faults, messagesMaximum);
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter of) throws ResourceException {
        if (!(of instanceof JmsResourceAdapter ours)) {
            throw new jakarta.resource.spi.IllegalStateException(
                    of + " is no resource adapter of " + getClass().getName());
        }
        adapter = ours;
    }

    @Override
    public String toString() {
        return "the message-driven bean of " + (destinationLookup == null ? destination : destinationLookup);
    }
}
