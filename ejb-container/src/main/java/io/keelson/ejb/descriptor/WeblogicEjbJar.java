package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.work.WorkManagerDescriptor;
import io.keelson.component.work.WorkManagerReader;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.ConcurrencyStrategy;
import io.keelson.ejb.model.EntitySettings;
import java.sql.Connection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of beans in {@code weblogic-ejb-jar.xml}: their names, where their references lead, and of entity beans
 * how they are kept. Immutable.
 *
 * @param beans the elements {@code weblogic-enterprise-bean}, by the name of the bean
 * @param isolations the elements {@code transaction-isolation}
 * @param runAs the users as whom beans call others, by role
 * @param roles the users and groups that hold a role
 * @param mappings the roots of {@code weblogic-cmp-rdbms-jar.xml} and of other files that beans name by {@code type-storage}
 * @param workManagers the elements {@code work-manager}
 * @param idempotent the elements {@code idempotent-methods}
 */
public record WeblogicEjbJar(
        Map<String, Element> beans,
        List<Element> isolations,
        Map<String, String> runAs,
        Map<String, Set<String>> roles,
        List<Element> mappings,
        List<WorkManagerDescriptor> workManagers,
        List<Element> idempotent) {
    /** Elements that say where a reference leads, each with the element of its name. */
    private static final Map<String, String> REFERENCES = Map.of(
            "resource-description", "res-ref-name",
            "resource-env-description", "resource-env-ref-name",
            "ejb-reference-description", "ejb-ref-name");

    private static final Map<String, String> MESSAGES = Map.of(
            "destination-jndi-name", "destinationLookup",
            "connection-factory-jndi-name", "connectionFactoryLookup",
            "jms-client-id", "clientId");

    private static final String INITIAL_FREE = "initial-beans-in-free-pool";

    private static final String MOST_FREE = "max-beans-in-free-pool";

    /** The descriptor of a module that has none. */
    public static final WeblogicEjbJar NONE = new WeblogicEjbJar(Map.of(), List.of(), List.of());

    /** Makes a descriptor without roles. */
    public WeblogicEjbJar(Map<String, Element> beans, List<Element> isolations, List<Element> mappings) {
        this(beans, isolations, Map.of(), Map.of(), mappings, List.of(), List.of());
    }

    /** Reads the descriptor of a module; {@link #NONE} where it has none. */
    public static WeblogicEjbJar read(Deployment deployment) throws DeploymentException {
        String directory = directory(deployment);
        String file = file(deployment);
        DescriptorXml.Document document =
                DescriptorXml.document(deployment.archive().file(file), file, "weblogic-ejb-jar", deployment.plan());
        String mapping = directory + "weblogic-cmp-rdbms-jar.xml";
        DescriptorXml.Document mapped = DescriptorXml.document(
                deployment.archive().file(mapping), mapping, "weblogic-rdbms-jar", deployment.plan());
        Map<String, Element> maps = new LinkedHashMap<>();
        if (mapped != null) {
            maps.put(mapping, mapped.root());
        }
        if (document == null) {
            return new WeblogicEjbJar(Map.of(), List.of(), List.copyOf(maps.values()));
        }
        Map<String, Element> beans = new LinkedHashMap<>();
        for (Element each : document.root().all("weblogic-enterprise-bean")) {
            beans.put(each.requiredTextOf("ejb-name"), each);
            stored(each, deployment, maps);
        }
        Map<String, String> runAs = new LinkedHashMap<>();
        for (Element each : document.root().all("run-as-role-assignment")) {
            runAs.put(each.requiredTextOf("role-name"), each.requiredTextOf("run-as-principal-name"));
        }
        Map<String, Set<String>> roles = new LinkedHashMap<>();
        for (Element each : document.root().all("security-role-assignment")) {
            Set<String> holders = roles.computeIfAbsent(each.requiredTextOf("role-name"), r -> new LinkedHashSet<>());
            holders.addAll(each.textsOf("principal-name"));
        }
        roles.values().removeIf(Set::isEmpty); // externally-defined: as without an assignment
        WorkManagerReader work = new WorkManagerReader(deployment.name());
        for (Element each : document.root().all("work-manager")) {
            work.read(each);
        }
        return new WeblogicEjbJar(
                beans,
                document.root().all("transaction-isolation"),
                runAs,
                roles,
                List.copyOf(maps.values()),
                work.found(),
                document.root().all("idempotent-methods"));
    }

    /** Returns the path of the descriptor in a module. */
    public static String file(Deployment deployment) {
        return directory(deployment) + "weblogic-ejb-jar.xml";
    }

    private static String directory(Deployment deployment) {
        return deployment.kind().equals(ModuleKind.WEB) ? "WEB-INF/" : "META-INF/";
    }

    /** Adds the mapping to tables that a bean names. */
    private static void stored(Element bean, Deployment deployment, Map<String, Element> maps)
            throws DeploymentException {
        Element use = child(child(child(bean, "entity-descriptor"), "persistence"), "persistence-use");
        String file = use == null ? null : use.textOf("type-storage");
        if (use == null || file == null || maps.containsKey(file)) {
            return;
        }
        DescriptorXml.Document mapped =
                DescriptorXml.document(deployment.archive().file(file), file, "weblogic-rdbms-jar", deployment.plan());
        if (mapped == null) {
            throw use.wrong("names '" + file + "' as the mapping to tables, which the module does not have");
        }
        maps.put(file, mapped.root());
    }

    /** Returns where references lead: their names, and the server's names of their targets, as the first bean says. */
    public Map<String, String> mapped() throws DeploymentException {
        Map<String, String> mapped = new LinkedHashMap<>();
        for (String bean : beans.keySet()) {
            mapped(bean).forEach(mapped::putIfAbsent);
        }
        return mapped;
    }

    /** Returns where the references of a bean lead. */
    public Map<String, String> mapped(String bean) throws DeploymentException {
        Map<String, String> mapped = new LinkedHashMap<>();
        Element whole = beans.get(bean);
        for (Map.Entry<String, String> kind : REFERENCES.entrySet()) {
            for (Element each : whole == null ? List.<Element>of() : whole.all(kind.getKey())) {
                String target = each.textOf("jndi-name");
                String name = each.requiredTextOf(kind.getValue());
                if (target != null) {
                    mapped.putIfAbsent(name, target);
                }
            }
        }
        return mapped;
    }

    /** Returns the resource adapter that a message-driven bean names; null where it names none. */
    public @Nullable String adapter(String bean) {
        Element messages = messages(bean);
        return messages == null ? null : messages.textOf("resource-adapter-jndi-name");
    }

    private @Nullable Element messages(String bean) {
        return child(beans.get(bean), "message-driven-descriptor");
    }

    /** Returns the activation properties of a message-driven bean that the descriptor gives by elements of its own. */
    public Map<String, String> activation(String bean) {
        Map<String, String> properties = new LinkedHashMap<>();
        Element messages = messages(bean);
        for (Map.Entry<String, String> each : MESSAGES.entrySet()) {
            String value = messages == null ? null : messages.textOf(each.getKey());
            if (value != null) {
                properties.put(each.getValue(), value);
            }
        }
        return properties;
    }

    /** Returns true if clients in the same server call the bean's remote interfaces by reference. */
    public boolean byReference(String bean) throws DeploymentException {
        return flag(beans.get(bean), "enable-call-by-reference", false);
    }

    /** Returns the element that names the work manager of a bean; null where there is none. */
    public @Nullable Element dispatch(String bean) {
        return child(beans.get(bean), "dispatch-policy");
    }

    /** Returns the settings of an entity bean. */
    EntitySettings settings(String bean, boolean container) throws DeploymentException {
        EntitySettings defaults = EntitySettings.DEFAULT;
        Element whole = beans.get(bean);
        Element entity = whole == null ? null : whole.first("entity-descriptor");
        Element pool = child(entity, "pool");
        Element cache = child(entity, "entity-cache");
        Element persistence = child(entity, "persistence");
        Element modified = child(persistence, "is-modified-method-name");
        if (modified != null && container) {
            throw modified.wrong("is for bean-managed persistence: the container sees itself which fields change");
        }
        return new EntitySettings(
                number(pool, INITIAL_FREE, defaults.initialFree()),
                number(pool, MOST_FREE, defaults.mostFree()),
                number(cache, "max-beans-in-cache", defaults.mostCached()),
                strategy(child(cache, "concurrency-strategy"), container),
                number(cache, "read-timeout-seconds", defaults.readTimeoutSeconds()),
                flag(cache, "cache-between-transactions", defaults.cacheBetweenTransactions()),
                flag(persistence, "delay-updates-until-end-of-tx", defaults.delayUpdates()),
                flag(persistence, "finders-load-bean", defaults.findersLoad()),
                isolation(bean),
                modified == null ? null : modified.requiredText(),
                targets(child(entity, "invalidation-target")));
    }

    /**
     * The settings of a session bean or a message-driven bean that the descriptor may say.
     *
     * @param initialBeans instances that are made when the module starts; 0: none
     * @param mostBeans the most instances at a time; null: as the server's setting says
     * @param transactionTimeout of transactions that are begun for its calls, in seconds; 0: that of the server
     * @param clustering of its stubs
     */
    public record Calls(int initialBeans, @Nullable Integer mostBeans, int transactionTimeout, Clustering clustering) {
        /** Says nothing. */
        public static final Calls NONE = new Calls(0, null, 0, Clustering.NONE);
    }

    /**
     * Returns the settings of a session bean or a message-driven bean.
     *
     * @throws DeploymentException when a number is negative, or more instances are made at the start than there may be
     */
    public Calls calls(BeanModel bean) throws DeploymentException {
        Element whole = beans.get(bean.name());
        Element kind = switch (bean.kind()) {
            case STATELESS -> child(whole, "stateless-session-descriptor");
            case MESSAGE_DRIVEN -> child(whole, "message-driven-descriptor");
            default -> null;
        };
        Element pool = child(kind, "pool");
        Element max = child(pool, MOST_FREE);
        // WebLogic's 0 is no limit of its own.
        int most = number(pool, MOST_FREE, 0);
        int initial = number(pool, INITIAL_FREE, 0);
        if (max != null && most > 0 && initial > most) {
            throw max.wrong("is " + most + ", fewer than the " + initial + " instances that are made at the start");
        }
        return new Calls(
                initial,
                most == 0 ? null : most,
                number(child(whole, "transaction-descriptor"), "trans-timeout-seconds", 0),
                Clustering.of(bean.name(), whole, idempotent));
    }

    /** Lays what the descriptor says of the user as whom a bean runs, and of the cache of a stateful one, over the bean. */
    BeanModel overlaid(BeanModel bean) throws DeploymentException {
        return cached(bean.with(security(bean), bean.stateful()));
    }

    private BeanModel.Security security(BeanModel bean) {
        BeanModel.Security own = bean.security();
        String role = own.runAs();
        Element whole = beans.get(bean.name());
        String user = whole == null ? null : whole.textOf("run-as-principal-name");
        if (user == null && role != null) {
            user = runAs.get(role);
        }
        return new BeanModel.Security(role, own.declared(), own.links(), user);
    }

    private BeanModel cached(BeanModel bean) throws DeploymentException {
        Element whole = beans.get(bean.name());
        Element stateful = child(whole, "stateful-session-descriptor");
        Element cache = child(stateful, "stateful-session-cache");
        if (bean.kind() != BeanKind.STATEFUL) {
            return bean;
        }
        boolean copied = bean.stateful().copied() && copied(child(stateful, "stateful-session-clustering"));
        if (cache == null) {
            return bean.with(cached(
                    bean.stateful(),
                    bean.stateful().timeout(),
                    copied,
                    bean.stateful().cache()));
        }
        Element type = cache.first("cache-type");
        if (type != null && !type.text().equalsIgnoreCase("LRU") && !type.text().equalsIgnoreCase("NRU")) {
            throw type.wrong("is '" + type.text() + "'; expected NRU or LRU");
        }
        Duration session = seconds(cache, "session-timeout-seconds");
        return bean.with(cached(
                bean.stateful(),
                session == null ? bean.stateful().timeout() : session,
                copied,
                new BeanModel.Cache(
                        cache.has("max-beans-in-cache") ? number(cache, "max-beans-in-cache", 0) : null,
                        seconds(cache, "idle-timeout-seconds"))));
    }

    private static BeanModel.Stateful cached(
            BeanModel.Stateful own, @Nullable Duration timeout, boolean copied, BeanModel.Cache cache) {
        return new BeanModel.Stateful(
                timeout,
                own.passivates(),
                copied,
                cache,
                own.afterBegin(),
                own.beforeCompletion(),
                own.afterCompletion());
    }

    /** Returns false where the descriptor asks for no copy on another server. */
    private static boolean copied(@Nullable Element clustering) throws DeploymentException {
        Element type = clustering == null ? null : clustering.first("replication-type");
        if (type == null || type.text().equalsIgnoreCase("InMemory")) {
            return true;
        }
        if (type.text().equalsIgnoreCase("None")) {
            return false;
        }
        throw type.wrong("is '" + type.text() + "'; expected InMemory or None");
    }

    private static @Nullable Duration seconds(Element of, String child) throws DeploymentException {
        return of.has(child) ? Duration.ofSeconds(number(of, child, 0)) : null;
    }

    private static @Nullable Element child(@Nullable Element of, String name) {
        return of == null ? null : of.first(name);
    }

    private static int number(@Nullable Element of, String child, int otherwise) throws DeploymentException {
        Element element = child(of, child);
        if (element == null) {
            return otherwise;
        }
        int number = element.integer();
        if (number < 0) {
            throw element.wrong("is " + number + "; expected 0 or more");
        }
        return number;
    }

    private static boolean flag(@Nullable Element of, String child, boolean otherwise) throws DeploymentException {
        Element element = child(of, child);
        return element == null ? otherwise : element.bool();
    }

    private static ConcurrencyStrategy strategy(@Nullable Element element, boolean container)
            throws DeploymentException {
        if (element == null) {
            return ConcurrencyStrategy.DATABASE;
        }
        return switch (element.text().toLowerCase(Locale.ROOT)) {
            case "database" -> ConcurrencyStrategy.DATABASE;
            case "exclusive" -> ConcurrencyStrategy.EXCLUSIVE;
            case "readonly" -> ConcurrencyStrategy.READ_ONLY;
            case "optimistic" -> {
                if (!container) {
                    throw element.wrong("is Optimistic, which needs container-managed persistence");
                }
                yield ConcurrencyStrategy.OPTIMISTIC;
            }
            default ->
                throw element.wrong(
                        "is '" + element.text()
                                + "'; expected Exclusive, Database, ReadOnly or, with container-managed persistence, Optimistic");
        };
    }

    private static List<String> targets(@Nullable Element element) throws DeploymentException {
        return element == null ? List.of() : List.of(element.requiredTextOf("ejb-name"));
    }

    private int isolation(String bean) throws DeploymentException {
        for (Element each : isolations) {
            for (Element method : each.all("method")) {
                if (bean.equals(method.textOf("ejb-name"))) {
                    return level(each);
                }
            }
        }
        return 0;
    }

    private static int level(Element element) throws DeploymentException {
        String text = element.requiredTextOf("isolation-level");
        return switch (text.toLowerCase(Locale.ROOT).replace("_", "")) {
            case "transactionserializable" -> Connection.TRANSACTION_SERIALIZABLE;
            case "transactionreadcommitted", "transactionreadcommittedforupdate" ->
                Connection.TRANSACTION_READ_COMMITTED;
            case "transactionreaduncommitted" -> Connection.TRANSACTION_READ_UNCOMMITTED;
            case "transactionrepeatableread" -> Connection.TRANSACTION_REPEATABLE_READ;
            default ->
                throw element.wrong("has the isolation-level '" + text + "'; expected TransactionSerializable,"
                        + " TransactionReadCommitted, TransactionReadUncommitted or TransactionRepeatableRead");
        };
    }
}
