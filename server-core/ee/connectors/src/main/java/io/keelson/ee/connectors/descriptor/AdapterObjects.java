package io.keelson.ee.connectors.descriptor;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.connectors.work.CallerMappings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a module makes of its adapter, of {@code META-INF/weblogic-ra.xml}, {@code META-INF/ironjacamar.xml} or
 * {@code META-INF/sun-ra.xml}; the first that is there counts.
 *
 * @param name by which message-driven beans name the adapter; null: none
 * @param properties of the adapter
 * @param factories connection factories
 * @param objects administered objects
 * @param mappings users and groups of the server for those of the system behind the adapter
 */
public record AdapterObjects(
        @Nullable String name,
        List<ConfigProperty> properties,
        List<Factory> factories,
        List<Named> objects,
        CallerMappings mappings) {
    private static final String WEBLOGIC = "META-INF/weblogic-ra.xml";
    private static final String IRONJACAMAR = "META-INF/ironjacamar.xml";
    private static final String SUN = "META-INF/sun-ra.xml";
    private static final String JNDI_NAME = "jndi-name";
    private static final String PROPERTIES = "properties";
    private static final String CLASS_NAME = "class-name";
    private static final AdapterObjects NONE =
            new AdapterObjects(null, List.of(), List.of(), List.of(), CallerMappings.NONE);

    public AdapterObjects {
        properties = List.copyOf(properties);
        factories = List.copyOf(factories);
        objects = List.copyOf(objects);
    }

    /**
     * A connection factory.
     *
     * @param type its interface, or the class of its managed factory; null: the only one of the adapter
     * @param jndiName in the server's tree
     * @param support less than the adapter's; null: the adapter's
     * @param sizes of its pool
     */
    public record Factory(
            @Nullable String type,
            String jndiName,
            List<ConfigProperty> properties,
            @Nullable Support support,
            PoolSizes sizes,
            String place) {}

    /**
     * An administered object.
     *
     * @param type its interface or class; null: the only one of the adapter
     */
    public record Named(@Nullable String type, String jndiName, List<ConfigProperty> properties, String place) {}

    /** Reads what is there; an empty one where nothing is. */
    public static AdapterObjects read(Deployment deployment) throws DeploymentException {
        Element weblogic = root(deployment, WEBLOGIC, "weblogic-connector");
        if (weblogic != null) {
            return weblogic(weblogic);
        }
        Element ironjacamar = root(deployment, IRONJACAMAR, "ironjacamar");
        if (ironjacamar != null) {
            return ironjacamar(ironjacamar);
        }
        Element sun = root(deployment, SUN, "sun-connector");
        return sun == null ? NONE : sun(sun);
    }

    private static @Nullable Element root(Deployment deployment, String file, String name) throws DeploymentException {
        DescriptorXml.Document document =
                DescriptorXml.document(deployment.archive().file(file), file, name, deployment.plan());
        return document == null ? null : document.root();
    }

    // ---- WebLogic
    // ----------------------------------------------------------------------------------------------------

    static AdapterObjects weblogic(Element root) throws DeploymentException {
        List<Factory> factories = new ArrayList<>();
        for (Element outbound : root.all("outbound-resource-adapter")) {
            for (Element group : outbound.all("connection-definition-group")) {
                Element common = Optional.ofNullable(group.first("default-connection-properties"))
                        .orElse(outbound.first("default-connection-properties"));
                String type = group.requiredTextOf("connection-factory-interface");
                for (Element instance : group.all("connection-instance")) {
                    factories.add(factory(type, instance, common));
                }
            }
        }
        List<Named> objects = new ArrayList<>();
        for (Element all : root.all("admin-objects")) {
            for (Element group : all.all("admin-object-group")) {
                String type = group.textOf("admin-object-interface");
                for (Element instance : group.all("admin-object-instance")) {
                    objects.add(new Named(
                            type == null ? group.textOf("admin-object-class") : type,
                            instance.requiredTextOf(JNDI_NAME),
                            ConfigProperty.over(
                                    named(group.first("default-properties")), named(instance.first(PROPERTIES))),
                            instance.location().toString()));
                }
            }
        }
        return new AdapterObjects(
                root.textOf(JNDI_NAME), named(root.first(PROPERTIES)), factories, objects, MappingsXml.read(root));
    }

    private static Factory factory(String type, Element instance, @Nullable Element common) throws DeploymentException {
        Element own = instance.first("connection-properties");
        PoolSizes sizes = PoolSizes.DEFAULT;
        Support support = null;
        List<ConfigProperty> properties = List.of();
        for (Element each : both(common, own)) {
            Element pool = each.first("pool-params");
            sizes = pool == null ? sizes : sizes.of(pool, "initial-capacity", "max-capacity");
            support = support(each, support);
            properties = ConfigProperty.over(properties, named(each.first(PROPERTIES)));
        }
        String place = instance.location().toString();
        return new Factory(type, instance.requiredTextOf(JNDI_NAME), properties, support, sizes, place);
    }

    private static List<Element> both(@Nullable Element first, @Nullable Element second) {
        List<Element> all = new ArrayList<>();
        if (first != null) {
            all.add(first);
        }
        if (second != null) {
            all.add(second);
        }
        return all;
    }

    private static @Nullable Support support(Element element, @Nullable Support otherwise) throws DeploymentException {
        Element given = element.first("transaction-support");
        if (given == null) {
            return otherwise;
        }
        Support found = Support.of(given.text());
        if (found == null) {
            throw given.wrong(
                    "expected NoTransaction, LocalTransaction or XATransaction, found '" + given.text() + "'");
        }
        return found;
    }

    private static List<ConfigProperty> named(@Nullable Element properties) throws DeploymentException {
        List<ConfigProperty> all = new ArrayList<>();
        if (properties != null) {
            for (Element each : properties.all("property")) {
                String value = each.textOf("value");
                all.add(new ConfigProperty(
                        each.requiredTextOf("name"),
                        value == null ? "" : value,
                        each.location().toString()));
            }
        }
        return all;
    }

    // ---- IronJacamar
    // -------------------------------------------------------------------------------------------------

    static AdapterObjects ironjacamar(Element root) throws DeploymentException {
        Support support = support(root, null);
        List<Factory> factories = new ArrayList<>();
        for (Element all : root.all("connection-definitions")) {
            for (Element each : all.all("connection-definition")) {
                Element pool = each.has("pool") ? each.first("pool") : each.first("xa-pool");
                factories.add(new Factory(
                        each.attributes().get(CLASS_NAME),
                        jndiName(each),
                        attributed(each),
                        support,
                        pool == null ? PoolSizes.DEFAULT : PoolSizes.DEFAULT.of(pool, "min-pool-size", "max-pool-size"),
                        each.location().toString()));
            }
        }
        List<Named> objects = new ArrayList<>();
        for (Element all : root.all("admin-objects")) {
            for (Element each : all.all("admin-object")) {
                objects.add(new Named(
                        each.attributes().get(CLASS_NAME),
                        jndiName(each),
                        attributed(each),
                        each.location().toString()));
            }
        }
        return new AdapterObjects(null, attributed(root), factories, objects, CallerMappings.NONE);
    }

    /** The name by which the server's tree has it: {@code java:/eis/X} and {@code java:jboss/eis/X} are {@code eis/X}. */
    private static String jndiName(Element element) throws DeploymentException {
        String given = element.attributes().get(JNDI_NAME);
        if (given == null || given.isEmpty()) {
            throw element.wrong("expected an attribute " + JNDI_NAME);
        }
        String plain = given.replaceFirst("^java:/*(jboss/(exported/)?)?", "");
        if (plain.isEmpty()) {
            throw element.wrong("'" + given + "' is no name");
        }
        return plain;
    }

    private static List<ConfigProperty> attributed(Element element) {
        return element.all("config-property").stream()
                .map(each -> new ConfigProperty(
                        each.attributes().getOrDefault("name", ""),
                        each.text(),
                        each.location().toString()))
                .toList();
    }

    // ---- GlassFish
    // ---------------------------------------------------------------------------------------------------

    /** One factory, with the properties of the adapter; who maps to whom is said in the domain here. */
    static AdapterObjects sun(Element root) throws DeploymentException {
        List<Factory> factories = new ArrayList<>();
        List<ConfigProperty> properties = new ArrayList<>();
        Element adapter = root.first("resource-adapter");
        if (adapter != null) {
            for (Element each : adapter.all("property")) {
                properties.add(new ConfigProperty(
                        each.attributes().getOrDefault("name", ""),
                        each.attributes().getOrDefault("value", ""),
                        each.location().toString()));
            }
            String name = jndiName(adapter);
            PoolSizes sizes = PoolSizes.DEFAULT.ofAttributes(adapter, "steady-pool-size", "max-pool-size");
            factories.add(new Factory(
                    null, name, properties, null, sizes, adapter.location().toString()));
        }
        return new AdapterObjects(null, List.of(), factories, List.of(), CallerMappings.NONE);
    }
}
