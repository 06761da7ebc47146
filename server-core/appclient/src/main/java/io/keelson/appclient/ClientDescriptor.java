package io.keelson.appclient;

import io.keelson.appclient.Reference.Declared;
import io.keelson.appclient.Reference.Kind;
import io.keelson.appclient.Reference.Target;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Content of an {@code application-client.xml} in any of the versions since J2EE 1.2, and the names that the descriptors of servers beside
 * it map to (Jakarta EE Platform 11, EE.10.5). Immutable.
 *
 * @param moduleName the name of the module; null for that of its file
 * @param complete whether annotations do not count
 * @param callbackHandler the class that asks for user and password; null for none
 * @param references with the names of the server that {@code weblogic-application-client.xml} and the like give
 * @param postConstruct class and method, {@code org.acme.Main.begin}; without a class in the main class
 * @param preDestroy as {@code postConstruct}
 * @param definitions of resources
 */
record ClientDescriptor(
        @Nullable String moduleName,
        boolean complete,
        @Nullable String callbackHandler,
        List<Declared> references,
        List<Target> postConstruct,
        List<Target> preDestroy,
        List<Definition> definitions) {
    private static final ClientDescriptor NONE =
            new ClientDescriptor(null, false, null, List.of(), List.of(), List.of(), List.of());

    private static final List<String> OF_SERVERS = List.of(
            "META-INF/weblogic-application-client.xml",
            "META-INF/glassfish-application-client.xml",
            "META-INF/sun-application-client.xml");

    /**
     * A resource that a descriptor or an annotation defines.
     *
     * @param kind {@code data-source}, {@code jms-connection-factory}, {@code jms-destination}, {@code mail-session} and the like
     * @param name of the resource, with its scheme or below {@code java:comp/env}
     * @param values by the names of the elements, as {@code class-name}
     * @param properties of its own, by name
     * @param place for messages
     */
    record Definition(
            String kind, String name, Map<String, String> values, Map<String, String> properties, String place) {
        @Nullable
        String value(String key) {
            String value = values.get(key);
            return value == null || value.isEmpty() ? null : value;
        }
    }

    static ClientDescriptor read(ClientModule module) throws ClientException {
        String place = ClientModule.DESCRIPTOR + " of " + module.uri();
        try (InputStream in = module.open(ClientModule.DESCRIPTOR)) {
            ClientDescriptor own = in == null ? NONE : new Reading(place).of(Xml.read(place, in, "application-client"));
            for (String file : OF_SERVERS) {
                try (InputStream vendor = module.open(file)) {
                    if (vendor != null) {
                        Map<String, String> services = new LinkedHashMap<>();
                        return own.mapped(mappings(file, vendor, services), services);
                    }
                }
            }
            return own;
        } catch (IOException e) {
            throw new ClientException(place + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Names of the server by the names of references.
     *
     * @param services gets the places of descriptions of services by the names of references
     */
    private static Map<String, String> mappings(String file, InputStream in, Map<String, String> services)
            throws ClientException {
        boolean weblogic = file.contains("weblogic");
        String root = file.substring("META-INF/".length(), file.length() - ".xml".length());
        Element document = Xml.read(file, in, weblogic ? "weblogic-application-client" : root);
        Map<String, String> mappings = new LinkedHashMap<>();
        String[][] elements = weblogic
                ? new String[][] {
                    {"ejb-reference-description", "ejb-ref-name"},
                    {"resource-description", "res-ref-name"},
                    {"resource-env-description", "resource-env-ref-name"},
                    {"message-destination-descriptor", "message-destination-name"},
                    {"service-reference-description", "service-ref-name"}
                }
                : new String[][] {
                    {"ejb-ref", "ejb-ref-name"},
                    {"resource-ref", "res-ref-name"},
                    {"resource-env-ref", "resource-env-ref-name"},
                    {"message-destination-ref", "message-destination-ref-name"},
                    {"message-destination", "message-destination-name"},
                    {"service-ref", "service-ref-name"}
                };
        for (String[] element : elements) {
            for (Element each : Xml.children(document, element[0])) {
                String name = Xml.text(each, element[1]);
                if (name == null) {
                    name = Xml.text(each, "resource-env-ref-name");
                }
                String to = Xml.text(each, "jndi-name");
                if (to == null) {
                    to = Xml.text(each, "destination-jndi-name");
                }
                if (to == null) {
                    to = Xml.text(each, "resource-link");
                }
                if (to == null) {
                    to = Xml.text(each, weblogic ? "wsdl-url" : "wsdl-override");
                    if (name != null && to != null) {
                        services.putIfAbsent(name, to);
                        continue;
                    }
                }
                if (name != null && to != null) {
                    mappings.putIfAbsent(name, ofServer(to));
                }
            }
        }
        return mappings;
    }

    /** GlassFish's clients reach a server by CORBA: its name there is behind the address, which {@code --server} says here. */
    private static String ofServer(String to) {
        return to.startsWith("corbaname:") ? to.substring(to.indexOf('#') + 1) : to;
    }

    /** A mapping of a reference's name prevails over that of the destination which it links to. */
    private ClientDescriptor mapped(Map<String, String> names, Map<String, String> services) {
        List<Declared> mapped = references.stream()
                .map(declared -> {
                    Reference reference = declared.reference();
                    if (reference.kind() == Kind.SERVICE) {
                        String wsdl = services.get(reference.name());
                        return wsdl == null ? declared : new Declared(reference.described(wsdl), declared.targets());
                    }
                    String to = names.get(reference.name());
                    if (to == null && reference.link() != null && reference.kind() == Kind.RESOURCE) {
                        to = names.get(
                                reference.link().substring(reference.link().indexOf('#') + 1));
                    }
                    return to == null ? declared : new Declared(reference.mapped(to), declared.targets());
                })
                .toList();
        List<Declared> all = new ArrayList<>(mapped);
        names.forEach((name, to) -> {
            if (references.stream()
                    .noneMatch(declared -> declared.reference().name().equals(name))) {
                // For an annotation of that name.
                all.add(new Declared(
                        new Reference(Kind.RESOURCE, name, null, null, null, to, null, null, "the mapping of " + name),
                        List.of()));
            }
        });
        services.forEach((name, wsdl) -> {
            if (references.stream()
                    .noneMatch(declared -> declared.reference().name().equals(name))) {
                all.add(new Declared(
                        new Reference(Kind.SERVICE, name, null, null, null, null, wsdl, null, "the mapping of " + name),
                        List.of()));
            }
        });
        return new ClientDescriptor(moduleName, complete, callbackHandler, all, postConstruct, preDestroy, definitions);
    }

    /** One reading. */
    private static final class Reading {
        private final String place;
        private final List<Declared> references = new ArrayList<>();
        private final Map<String, String> destinations = new LinkedHashMap<>();

        Reading(String place) {
            this.place = place;
        }

        ClientDescriptor of(Element root) throws ClientException {
            for (Element each : Xml.children(root, "message-destination")) {
                String name = Xml.text(each, "message-destination-name");
                String to = Xml.text(each, "lookup-name");
                String mapped = Xml.text(each, "mapped-name");
                if (name != null && (to != null || mapped != null)) {
                    destinations.put(name, Objects.requireNonNullElse(to, Objects.requireNonNullElse(mapped, "")));
                }
            }
            add(root, Kind.ENTRY, "env-entry", "env-entry-name", "env-entry-type");
            add(root, Kind.BEAN, "ejb-ref", "ejb-ref-name", "home");
            add(root, Kind.RESOURCE, "resource-ref", "res-ref-name", "res-type");
            add(root, Kind.RESOURCE, "resource-env-ref", "resource-env-ref-name", "resource-env-ref-type");
            add(
                    root,
                    Kind.RESOURCE,
                    "message-destination-ref",
                    "message-destination-ref-name",
                    "message-destination-type");
            add(root, Kind.PERSISTENCE_UNIT, "persistence-unit-ref", "persistence-unit-ref-name", "none");
            add(root, Kind.SERVICE, "service-ref", "service-ref-name", "service-interface");
            List<Definition> definitions = new ArrayList<>();
            for (String kind : List.of(
                    "data-source", "jms-connection-factory", "jms-destination", "mail-session", "connection-factory")) {
                for (Element each : Xml.children(root, kind)) {
                    definitions.add(definition(kind, each));
                }
            }
            return new ClientDescriptor(
                    Xml.text(root, "module-name"),
                    "true".equals(root.getAttribute("metadata-complete")) || old(root),
                    Xml.text(root, "callback-handler"),
                    references,
                    callbacks(root, "post-construct"),
                    callbacks(root, "pre-destroy"),
                    definitions);
        }

        /** Descriptors before version 5 know no annotations. */
        private static boolean old(Element root) {
            String version = root.getAttribute("version");
            String id = root.getOwnerDocument().getDoctype() == null
                    ? ""
                    : String.valueOf(root.getOwnerDocument().getDoctype().getPublicId());
            return version.startsWith("1.") || version.isEmpty() && id.contains("J2EE");
        }

        private void add(Element root, Kind kind, String element, String nameElement, String typeElement)
                throws ClientException {
            for (Element each : Xml.children(root, element)) {
                String name = Xml.text(each, nameElement);
                if (name == null) {
                    throw new ClientException(place + ": <" + element + "> has no <" + nameElement + ">");
                }
                String link = switch (kind) {
                    case BEAN -> Xml.text(each, "ejb-link");
                    case PERSISTENCE_UNIT -> Xml.text(each, "persistence-unit-name");
                    case SERVICE -> Xml.text(each, "wsdl-file");
                    default -> Xml.text(each, "message-destination-link");
                };
                String type = Xml.text(each, typeElement);
                if (kind == Kind.SERVICE && Xml.text(each, "service-ref-type") != null) {
                    type = Xml.text(each, "service-ref-type");
                }
                String value = Xml.text(each, kind == Kind.SERVICE ? "service-interface" : "env-entry-value");
                if (kind == Kind.SERVICE) {
                    // The general class says as much as nothing: an annotation of the same name has the class.
                    type = WebServices.isGeneral(type) ? null : type;
                    value = WebServices.isGeneral(value) ? null : value;
                }
                if (type == null && kind == Kind.BEAN) {
                    type = Xml.text(each, "remote");
                }
                String mapped = Xml.text(each, "mapped-name");
                if (kind == Kind.RESOURCE && link != null && mapped == null) {
                    mapped = destinations.get(link.substring(link.indexOf('#') + 1));
                }
                references.add(new Declared(
                        new Reference(
                                kind,
                                name,
                                type,
                                value,
                                Xml.text(each, "lookup-name"),
                                mapped,
                                link,
                                kind == Kind.SERVICE ? handlers(each, name) : null,
                                kind == Kind.SERVICE ? Features.of(each, place) : Features.NONE,
                                "<" + element + "> " + name + " of " + place),
                        targets(each)));
            }
        }

        private @Nullable Handlers handlers(Element reference, String name) throws ClientException {
            List<Element> chains = Xml.children(reference, "handler-chains");
            return chains.isEmpty() ? null : Handlers.of(chains.get(0), "<service-ref> " + name + " of " + place);
        }

        private static List<Target> targets(Element reference) {
            List<Target> targets = new ArrayList<>();
            for (Element each : Xml.children(reference, "injection-target")) {
                String owner = Xml.text(each, "injection-target-class");
                String name = Xml.text(each, "injection-target-name");
                if (owner != null && name != null) {
                    targets.add(new Target(owner, name));
                }
            }
            return targets;
        }

        private static List<Target> callbacks(Element root, String element) {
            List<Target> found = new ArrayList<>();
            for (Element each : Xml.children(root, element)) {
                String method = Xml.text(each, "lifecycle-callback-method");
                if (method != null) {
                    found.add(new Target(
                            Objects.requireNonNullElse(Xml.text(each, "lifecycle-callback-class"), ""), method));
                }
            }
            return found;
        }

        private Definition definition(String kind, Element element) throws ClientException {
            Map<String, String> values = new LinkedHashMap<>();
            Map<String, String> properties = new LinkedHashMap<>();
            for (String key : List.of(
                    "class-name",
                    "server-name",
                    "port-number",
                    "database-name",
                    "url",
                    "user",
                    "password",
                    "client-id",
                    "interface-name",
                    "destination-name",
                    "store-protocol",
                    "transport-protocol",
                    "host",
                    "from")) {
                String text = Xml.text(element, key);
                if (text != null) {
                    values.put(key, text);
                }
            }
            for (Element each : Xml.children(element, "property")) {
                String name = Xml.text(each, "name");
                if (name != null) {
                    properties.put(name, Objects.requireNonNullElse(Xml.text(each, "value"), ""));
                }
            }
            String name = Xml.text(element, "name");
            if (name == null) {
                throw new ClientException(place + ": <" + kind + "> has no <name>");
            }
            return new Definition(kind, name, values, properties, "<" + kind + "> " + name + " of " + place);
        }
    }
}
