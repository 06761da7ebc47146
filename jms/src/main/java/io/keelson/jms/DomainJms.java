package io.keelson.jms;

import io.keelson.base.config.Configuration;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.client.ClientConnectionFactory;
import io.keelson.jms.client.ClientDestination;
import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.message.DestinationName;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.ProvidedObject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The destinations and connection factories of the domain on one server: made, bound, changed and taken away as the configuration says. The
 * kernel's calls come one after the other and own all fields.
 */
final class DomainJms implements JmsServers.Placement {
    /** The connection factory of {@code java:comp/DefaultJMSConnectionFactory}. */
    static final String DEFAULT = "DefaultJMSConnectionFactory";

    private final String server;
    private final JmsServers servers;
    private final CheckedLogins connector;
    private final JmsHost host;
    private volatile Configuration current;
    private final Naming naming;
    private final ServerTransactions transactions;
    private final ClientConnectionFactory standard;
    private final Map<String, FactorySettings> factories = new ConcurrentHashMap<>();
    private Map<DestinationName, DestinationForm> destinations = Map.of();

    /** By the name in the server tree: what is bound. */
    private Map<String, Bound> bound = Map.of();

    private record Bound(String what, Object value) {}

    DomainJms(
            String server,
            JmsServers servers,
            CheckedLogins connector,
            Naming naming,
            ServerTransactions transactions,
            Configuration configuration) {
        this.server = server;
        this.servers = servers;
        this.connector = connector;
        this.host = servers.ownHost();
        this.current = configuration;
        this.naming = naming;
        this.transactions = transactions;
        this.standard = new ClientConnectionFactory(
                connector, () -> factories.getOrDefault(DEFAULT, FactorySettings.STANDARD), transactions);
    }

    void start(Configuration configuration) {
        apply(configuration); // which binds the default factory for clients, too
        naming.addDefault(DEFAULT, standard);
    }

    /** Applies a configuration. What cannot be bound is said in the log. */
    void apply(Configuration configuration) {
        current = configuration;
        Map<DestinationName, DestinationForm> next = destinations(configuration, server);
        next.forEach((name, form) -> {
            if (destinations.containsKey(name)) {
                host.change(name, form.rules());
            } else {
                host.want(name, form.rules());
            }
        });
        destinations.keySet().stream().filter(each -> !next.containsKey(each)).forEach(host::release);
        destinations = next;
        Map<String, JmsFactorySettings> described = configuration.all(JmsFactorySettings.class);
        factories.keySet().retainAll(described.keySet());
        described.forEach((name, each) -> factories.put(name, each.client(name)));
        rebind(names(described));
        servers.changed();
    }

    private static Map<DestinationName, DestinationForm> destinations(Configuration configuration, String server) {
        Map<DestinationName, DestinationForm> all = new LinkedHashMap<>();
        configuration.all(JmsQueueSettings.class).forEach((name, each) -> {
            if (each.isOn(server)) {
                all.put(DestinationName.queue(name), each.form(name));
            }
        });
        configuration.all(JmsTopicSettings.class).forEach((name, each) -> {
            if (each.isOn(server)) {
                all.put(DestinationName.topic(name), each.form(name));
            }
        });
        configuration.all(JmsSafSettings.class).forEach((context, each) -> {
            if (each.isOn(server)) {
                each.destinations()
                        .forEach((name, imported) ->
                                all.putIfAbsent(DestinationName.queue(name), JmsSafSettings.form(name, imported)));
            }
        });
        return all;
    }

    /** Those of this server and of the others of its cluster. */
    private Map<DestinationName, DestinationForm> reachable() {
        Map<DestinationName, DestinationForm> all = new LinkedHashMap<>(destinations);
        for (String each : servers.roster()) {
            destinations(current, each).forEach(all::putIfAbsent);
        }
        return all;
    }

    @Override
    public @Nullable Set<String> serversOf(DestinationName destination, Set<String> roster) {
        @Nullable List<String> named;
        if (destination.topic()) {
            JmsTopicSettings topic = current.all(JmsTopicSettings.class).get(destination.name());
            named = topic == null ? null : topic.servers();
        } else {
            JmsQueueSettings queue = current.all(JmsQueueSettings.class).get(destination.name());
            named = queue == null ? null : queue.servers();
        }
        if (named == null) {
            return null;
        }
        Set<String> some = new TreeSet<>(named.isEmpty() ? roster : named);
        some.retainAll(roster);
        return some;
    }

    /** Those of the configuration, whether they are there or not: a unit keeps its server while that is away. */
    @Override
    public Set<String> unitServers(DestinationName queue, Set<String> roster) {
        JmsQueueSettings known =
                queue.topic() ? null : current.all(JmsQueueSettings.class).get(queue.name());
        if (known == null || known.unitOfOrderRouting() == UnitRouting.LOCAL) {
            return Set.of();
        }
        Set<String> some = new TreeSet<>(known.servers().isEmpty() ? roster : known.servers());
        return some.size() < 2 ? Set.of() : some;
    }

    @Override
    public boolean holdsUnits(DestinationName queue) {
        JmsQueueSettings known = current.all(JmsQueueSettings.class).get(queue.name());
        return known == null || known.unitOfOrderAway() == UnitAway.HOLD;
    }

    @Override
    public Map<DestinationName, DestinationRules> on(String other) {
        Map<DestinationName, DestinationRules> rules = new LinkedHashMap<>();
        destinations(current, other).forEach((name, form) -> rules.put(name, form.rules()));
        return rules;
    }

    @Override
    public List<DestinationName> distributed(Set<String> roster) {
        return current.all(JmsQueueSettings.class).keySet().stream()
                .map(DestinationName::queue)
                .filter(each -> {
                    Set<String> some = serversOf(each, roster);
                    return some != null && some.size() > 1;
                })
                .toList();
    }

    @Override
    public boolean replicates(DestinationName topic) {
        JmsTopicSettings known = current.all(JmsTopicSettings.class).get(topic.name());
        return known == null || known.forwardingPolicy() == JmsTopicSettings.ForwardingPolicy.REPLICATED;
    }

    @Override
    public List<DestinationName> distributedTopics(Set<String> roster) {
        return current.all(JmsTopicSettings.class).keySet().stream()
                .map(DestinationName::topic)
                .filter(each -> {
                    Set<String> some = serversOf(each, roster);
                    return some != null && some.size() > 1;
                })
                .toList();
    }

    private Map<String, Bound> names(Map<String, JmsFactorySettings> described) {
        Map<String, Bound> names = new TreeMap<>();
        reachable().forEach((name, form) -> add(names, form.jndiNames(), name.toString(), ClientDestination.of(name)));
        add(names, List.of("jms/" + DEFAULT), "default connection factory", standard);
        described.forEach((name, each) -> {
            if (name.equals(DEFAULT) && each.jndiNames().isEmpty()) {
                return;
            }
            Bound before = bound.values().stream()
                    .filter(known -> known.what().equals("connection factory " + name))
                    .findFirst()
                    .orElse(null);
            Object factory = before != null
                    ? before.value()
                    : new ClientConnectionFactory(
                            connector, () -> factories.getOrDefault(name, FactorySettings.STANDARD), transactions);
            add(names, each.names(name), "connection factory " + name, factory);
        });
        return names;
    }

    private static void add(Map<String, Bound> names, List<String> under, String what, Object value) {
        for (String each : under) {
            Bound other = names.putIfAbsent(each, new Bound(what, value));
            if (other != null) {
                JmsLog.LOG.notBound(what, each, "it is the name of the " + other.what() + ", too");
            }
        }
    }

    /** Each server has its own, so that the names are not shared: what is bound cannot travel. */
    private void rebind(Map<String, Bound> next) {
        Map<String, Bound> now = new HashMap<>(bound);
        now.forEach((name, each) -> {
            if (!each.equals(next.get(name))) {
                unbind(name, each);
            }
        });
        next.forEach((name, each) -> {
            if (!each.equals(now.get(name))) {
                bind(name, each);
            }
        });
        bound = next;
    }

    private void bind(String name, Bound each) {
        Object value = each.value();
        ProvidedObject provided = () -> value;
        try {
            Context names = naming.context();
            Object unused = names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
            names.bind(name, provided);
        } catch (NamingException e) {
            JmsLog.LOG.notBound(each.what(), name, String.valueOf(e.getMessage()));
        }
    }

    private void unbind(String name, Bound each) {
        try {
            if (naming.context().lookup(name) == each.value()) { // at the start it may have been taken
                naming.unbind(name);
            }
        } catch (NamingException e) {
            JmsLog.LOG.debugf(e, "%s was not bound as %s", each.what(), name);
        }
    }
}
