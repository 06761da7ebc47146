package io.keelson.jms.ra;

import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.client.PooledConnection;
import io.keelson.jms.wire.Link;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.ResourceAllocationException;
import jakarta.resource.spi.SecurityException;
import jakarta.resource.spi.ValidatingManagedConnectionFactory;
import jakarta.resource.spi.security.PasswordCredential;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connections of one connection factory. Thread-safe once its properties are set.
 *
 * <p>Specification: Jakarta Connectors 2.1, 6.5.2.
 */
public class ManagedFactory extends ServerProperties
        implements ManagedConnectionFactory, ResourceAdapterAssociation, ValidatingManagedConnectionFactory {
    private static final long serialVersionUID = 1L;
    private static final long DEFAULT_SEND_TIMEOUT = 10_000;
    private static final long A_DAY = 86_400_000;
    private static final int MOST_ONE_WAY = 1_000_000;

    private @Nullable String clientId;
    private @Nullable String messagesMaximum;
    private @Nullable Boolean prefetchMode;
    private @Nullable String oneWaySendMode;
    private @Nullable Integer oneWaySendWindowSize;
    private @Nullable Long sendTimeout;
    private transient @Nullable JmsResourceAdapter adapter;
    private transient @Nullable PrintWriter writer;
    private transient volatile @Nullable Connector connector;

    /** Login as the user of the properties. */
    private record Connector(FactorySettings settings, Link.Connector link) {}

    /** Makes a factory whose properties are to be set. */
    public ManagedFactory() {}

    @Override
    @Nullable
    ServerProperties behind() {
        return adapter;
    }

    // ---- properties ------------------------------------------------------------------------------------------------

    /** Returns the client id of its connections. */
    public @Nullable String getClientId() {
        return clientId;
    }

    /** Sets the client id of its connections, of which there can be one at a time then. */
    public void setClientId(@Nullable String id) {
        this.clientId = given(id);
    }

    /** Returns how many messages a consumer has on their way at most. */
    public @Nullable String getMessagesMaximum() {
        return messagesMaximum;
    }

    /** Sets how many messages a consumer has on their way at most: a number, {@code auto} or -1; by default 10. */
    public void setMessagesMaximum(@Nullable String most) {
        this.messagesMaximum = given(most);
    }

    /** Returns true if synchronous consumers get messages ahead of time. */
    public @Nullable Boolean getPrefetchMode() {
        return prefetchMode;
    }

    /** Sets whether synchronous consumers get messages ahead of time; by default false. */
    public void setPrefetchMode(@Nullable Boolean on) {
        this.prefetchMode = on;
    }

    /** Returns to which destinations non-persistent messages are sent without waiting. */
    public @Nullable String getOneWaySendMode() {
        return oneWaySendMode;
    }

    /** Sets to which destinations: {@code disabled}, {@code queue}, {@code topic} or {@code queue-and-topic}. */
    public void setOneWaySendMode(@Nullable String mode) {
        this.oneWaySendMode = given(mode);
    }

    /** Returns after how many one-way sends the next one waits. */
    public @Nullable Integer getOneWaySendWindowSize() {
        return oneWaySendWindowSize;
    }

    /** Sets after how many one-way sends the next one waits; by default 1. */
    public void setOneWaySendWindowSize(@Nullable Integer window) {
        this.oneWaySendWindowSize = window;
    }

    /** Returns for how many milliseconds a sender waits for room. */
    public @Nullable Long getSendTimeout() {
        return sendTimeout;
    }

    /** Sets for how many milliseconds a sender waits for room in a destination that is full; by default 10000. */
    public void setSendTimeout(@Nullable Long millis) {
        this.sendTimeout = millis;
    }

    @Override
    void checkOwn(List<String> faults) {
        super.checkOwn(faults);
        window(faults, messagesMaximum);
        String unused = oneWay(faults);
        within(faults, "oneWaySendWindowSize", oneWaySendWindowSize, 1, MOST_ONE_WAY, "messages");
        within(faults, "sendTimeout", sendTimeout, 0, A_DAY, "milliseconds");
    }

    /** Returns the number that messagesMaximum stands for. */
    static int window(List<String> faults, @Nullable String text) {
        try {
            return text == null
                    ? FactorySettings.STANDARD.messagesMaximum()
                    : FactorySettings.parseMessagesMaximum(text);
        } catch (IllegalArgumentException e) {
            faults.add("messagesMaximum is '" + text + "': write auto, -1, or a number from 1 to 1000000");
            return FactorySettings.STANDARD.messagesMaximum();
        }
    }

    private String oneWay(List<String> faults) {
        return oneOf(faults, "oneWaySendMode", oneWaySendMode, "disabled", "queue", "topic", "queue-and-topic");
    }

    FactorySettings settings() {
        List<String> none = new ArrayList<>();
        String oneWay = oneWay(none);
        return new FactorySettings(
                "the resource adapter",
                clientId,
                window(none, messagesMaximum),
                Boolean.TRUE.equals(prefetchMode),
                oneWay.startsWith("queue"),
                oneWay.endsWith("topic"),
                oneWaySendWindowSize == null ? 1 : oneWaySendWindowSize,
                sendTimeout == null ? DEFAULT_SEND_TIMEOUT : sendTimeout,
                reconnectMillis());
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    @Override
    public Object createConnectionFactory(ConnectionManager manager) throws ResourceException {
        check();
        return new PooledFactory(this, manager);
    }

    @Override
    public Object createConnectionFactory() throws ResourceException {
        return createConnectionFactory(new UnmanagedConnections());
    }

    private Connector connector() throws InvalidPropertyException {
        Connector made = connector;
        if (made == null) { // it has no sockets of its own, so that two do no harm
            FactorySettings settings = settings();
            made = new Connector(settings, PooledConnection.connector(streams(login()), settings));
            connector = made;
        }
        return made;
    }

    @Override
    public ManagedConnection createManagedConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        Connector how = connector();
        Login login = login(subject, info);
        boolean own = login.equals(login());
        try {
            return PhysicalConnection.open(
                    this,
                    login,
                    ended -> PooledConnection.open(
                            how.link(),
                            how.settings(),
                            own ? null : login.user(),
                            own ? null : login.password(),
                            ended));
        } catch (jakarta.jms.JMSSecurityException e) {
            throw new SecurityException("the servers at " + where() + " refuse " + login + ": " + e.getMessage(), e);
        } catch (JMSException e) {
            throw new ResourceAllocationException("no connection to " + where() + ": " + e.getMessage(), e);
        }
    }

    private String where() {
        return String.valueOf(effective(ServerProperties::getUrl));
    }

    /** Returns who logs in: whom the container says, else whom the application says, else whom the properties say. */
    private Login login(@Nullable Subject subject, @Nullable ConnectionRequestInfo info) throws ResourceException {
        if (subject != null) {
            for (PasswordCredential each : subject.getPrivateCredentials(PasswordCredential.class)) {
                if (equals(each.getManagedConnectionFactory())) {
                    char[] password = each.getPassword();
                    return new Login(each.getUserName(), password == null ? null : new String(password));
                }
            }
        }
        return info instanceof Login asked && asked.user() != null ? asked : login();
    }

    @Override
    @SuppressWarnings("rawtypes") // so has the interface
    public @Nullable ManagedConnection matchManagedConnections(
            @Nullable Set connections, @Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        Login login = login(subject, info);
        for (Object each : connections == null ? Set.of() : connections) {
            if (each instanceof PhysicalConnection physical && physical.serves(this, login)) {
                return physical;
            }
        }
        return null;
    }

    @Override
    @SuppressWarnings("rawtypes") // so has the interface
    public Set<?> getInvalidConnections(@Nullable Set connections) {
        Set<Object> lost = new HashSet<>();
        for (Object each : connections == null ? Set.of() : connections) {
            if (each instanceof PhysicalConnection physical && !physical.isUsable()) {
                lost.add(physical);
            }
        }
        return lost;
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
    public void setLogWriter(@Nullable PrintWriter to) {
        writer = to;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return writer;
    }

    @Override
    List<@Nullable Object> identity() {
        List<@Nullable Object> all = super.identity();
        all.add(clientId);
        all.add(messagesMaximum);
        all.add(prefetchMode);
        all.add(oneWaySendMode);
        all.add(oneWaySendWindowSize);
        all.add(sendTimeout);
        return all;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other != null
                && other.getClass() == getClass()
                && ((ManagedFactory) other).identity().equals(identity())
                && Objects.equals(((ManagedFactory) other).adapter, adapter);
    }

    @Override
    public int hashCode() {
        return Objects.hash(getUrl(), clientId);
    }

    @Override
    public String toString() {
        return "Keelson JMS at " + where();
    }
}
