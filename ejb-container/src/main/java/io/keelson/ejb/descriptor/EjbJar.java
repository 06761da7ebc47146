package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.ComponentDeclarations;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.EnvironmentReader;
import io.keelson.component.descriptor.KnownElements;
import io.keelson.component.descriptor.ModuleName;
import io.keelson.component.environment.Environment;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The descriptor of a module with beans. Immutable.
 *
 * @param complete true if annotations do not make beans
 * @param beans in order
 * @param interceptors the elements {@code interceptor}, by class name
 * @param assembly the element {@code assembly-descriptor}; null: there is none
 * @param relationships the element {@code relationships}; null: there is none
 * @param moduleName the element {@code module-name}; null: there is none
 * @param version1 true if its document type is that of version 1.x
 */
public record EjbJar(
        boolean complete,
        Map<String, BeanDeclaration> beans,
        Map<String, Element> interceptors,
        @Nullable Element assembly,
        @Nullable Element relationships,
        @Nullable ModuleName moduleName,
        boolean version1) {
    /** The descriptor of a module that has none. */
    public static final EjbJar NONE = new EjbJar(false, Map.of(), Map.of(), null, null, null, false);

    private static final Set<String> NAMES = Set.of(
            "env-entry",
            "ejb-ref",
            "ejb-local-ref",
            "service-ref",
            "resource-ref",
            "resource-env-ref",
            "message-destination-ref",
            "persistence-context-ref",
            "persistence-unit-ref",
            "data-source",
            "jms-connection-factory",
            "jms-destination",
            "mail-session",
            "context-service",
            "managed-executor",
            "managed-scheduled-executor",
            "managed-thread-factory");

    /** Those that a bean may mean otherwise than another bean of its module; what is defined is the module's. */
    private static final Set<String> LOOKED_UP = Set.of(
            "env-entry",
            "ejb-ref",
            "ejb-local-ref",
            "service-ref",
            "resource-ref",
            "resource-env-ref",
            "message-destination-ref",
            "persistence-context-ref",
            "persistence-unit-ref");

    /** Reads the descriptor of a module; {@link #NONE} where it has none. */
    public static EjbJar read(Deployment deployment) throws DeploymentException {
        String file = deployment.kind().equals(ModuleKind.WEB) ? "WEB-INF/ejb-jar.xml" : "META-INF/ejb-jar.xml";
        DescriptorXml.Document document =
                DescriptorXml.document(deployment.archive().file(file), file, "ejb-jar", deployment.plan());
        if (document == null) {
            return NONE;
        }
        String type = document.publicId();
        return read(document.root(), type != null && type.contains("JavaBeans 1."));
    }

    static EjbJar read(Element root) throws DeploymentException {
        return read(root, false);
    }

    private static EjbJar read(Element root, boolean version1) throws DeploymentException {
        Map<String, BeanDeclaration> beans = new LinkedHashMap<>();
        Element all = root.first("enterprise-beans");
        for (Element each : all == null ? List.<Element>of() : all.children()) {
            BeanDeclaration bean = bean(each);
            if (bean != null && beans.put(bean.name(), bean) != null) {
                throw each.wrong("declares the bean '" + bean.name() + "' a second time");
            }
        }
        Map<String, Element> interceptors = new LinkedHashMap<>();
        Element declared = root.first("interceptors");
        for (Element each : declared == null ? List.<Element>of() : declared.all("interceptor")) {
            interceptors.put(each.requiredTextOf("interceptor-class"), each);
        }
        boolean complete = "true".equalsIgnoreCase(root.attributes().getOrDefault("metadata-complete", "false"));
        String version = root.attributes().get("version");
        boolean old = version == null || version.startsWith("1.") || version.startsWith("2.");
        Element name = root.first("module-name");
        return new EjbJar(
                complete || old,
                beans,
                interceptors,
                root.first("assembly-descriptor"),
                root.first("relationships"),
                name == null ? null : ModuleName.of(name),
                version1);
    }

    private static @Nullable BeanDeclaration bean(Element element) throws DeploymentException {
        String name;
        switch (element.name()) {
            case "session" -> {
                name = element.requiredTextOf("ejb-name");
                String type = element.textOf("session-type");
                return new BeanDeclaration(
                        name, element.textOf("ejb-class"), type == null ? null : kind(element, type), element);
            }
            case "message-driven" -> {
                name = element.requiredTextOf("ejb-name");
                return new BeanDeclaration(name, element.textOf("ejb-class"), BeanKind.MESSAGE_DRIVEN, element);
            }
            case "entity" -> {
                name = element.requiredTextOf("ejb-name");
                return new BeanDeclaration(name, element.requiredTextOf("ejb-class"), BeanKind.ENTITY, element);
            }
            default -> {
                return null;
            }
        }
    }

    private static BeanKind kind(Element element, String type) throws DeploymentException {
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "stateless" -> BeanKind.STATELESS;
            case "stateful" -> BeanKind.STATEFUL;
            case "singleton" -> BeanKind.SINGLETON;
            default ->
                throw element.wrong("has the session-type '" + type + "'; expected Stateless, Stateful or Singleton");
        };
    }

    /**
     * Reads the names that beans and interceptors declare.
     *
     * @param into the declarations of the module
     * @param shared true if the beans share {@code java:comp}, as those of a web module do
     * @return the beans that mean something else by a name than one before; none where they share their names
     * @throws DeploymentException where they share names and differ
     */
    public Set<String> names(String application, ComponentDeclarations into, boolean shared)
            throws DeploymentException {
        Map<String, Element> seen = new LinkedHashMap<>();
        Set<String> differ = new LinkedHashSet<>();
        KnownElements known = new KnownElements(application);
        EnvironmentReader reader = new EnvironmentReader(known, into);
        List<Element> owners = new ArrayList<>();
        beans.values().forEach(bean -> owners.add(bean.element()));
        owners.addAll(interceptors.values());
        for (Element owner : owners) {
            for (Element child : owner.children()) {
                if (!NAMES.contains(child.name())) {
                    continue;
                }
                Element before = seen.putIfAbsent(nameOf(child), child);
                if (before == null) {
                    reader.read(child);
                } else if (!content(before).equals(content(child))) {
                    if (shared || interceptors.containsValue(owner) || !LOOKED_UP.contains(child.name())) {
                        throw child.wrong("declares '" + nameOf(child) + "' otherwise than " + before.location()
                                + ": beans of a web module, interceptors and resources that are defined share java:comp;"
                                + " give one of them another name");
                    }
                    differ.add(owner.requiredTextOf("ejb-name"));
                } else if (!shared && !targets(before).equals(targets(child)) && !interceptors.containsValue(owner)) {
                    differ.add(owner.requiredTextOf("ejb-name"));
                }
            }
        }
        return differ;
    }

    private static List<String> targets(Element declared) {
        return declared.all("injection-target").stream().map(EjbJar::content).toList();
    }

    /**
     * Reads the names that one bean declares.
     *
     * @throws DeploymentException where one is declared wrongly
     */
    public ComponentDeclarations namesOf(String application, String bean) throws DeploymentException {
        ComponentDeclarations into = new ComponentDeclarations();
        BeanDeclaration declaration = beans.get(bean);
        if (declaration != null) {
            EnvironmentReader reader = new EnvironmentReader(new KnownElements(application), into);
            for (Element child : declaration.element().children()) {
                if (LOOKED_UP.contains(child.name())) {
                    reader.read(child);
                }
            }
        }
        return into;
    }

    /** Returns the whole names that a bean declares and looks up; none where the descriptor does not have the bean. */
    public Set<String> namesOf(String bean) {
        BeanDeclaration declaration = beans.get(bean);
        return declaration == null ? Set.of() : names(declaration.element());
    }

    /** Returns the whole names that interceptors declare and look up. */
    public Set<String> namesOfInterceptors() {
        Set<String> names = new TreeSet<>();
        interceptors.values().forEach(each -> names.addAll(names(each)));
        return names;
    }

    private static Set<String> names(Element owner) {
        return owner.children().stream()
                .filter(child -> LOOKED_UP.contains(child.name()))
                .map(child -> Environment.qualified(nameOf(child)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String nameOf(Element declared) {
        return declared.children().stream()
                .filter(child -> child.name().equals("name")
                        || child.name().endsWith("-name")
                                && !child.name().equals("lookup-name")
                                && !child.name().equals("mapped-name"))
                .findFirst()
                .map(Element::unappliedText)
                .orElse("");
    }

    private static String content(Element element) {
        StringBuilder content = new StringBuilder(element.name()).append('=').append(element.unappliedText());
        for (Element child : element.children()) {
            if (!child.name().equals("injection-target") && !child.name().equals("description")) {
                content.append('[').append(content(child)).append(']');
            }
        }
        return content.toString();
    }

    /** Returns the application exceptions that the descriptor declares. */
    public ApplicationExceptions exceptions() throws DeploymentException {
        Map<String, ApplicationExceptions.Rule> rules = new LinkedHashMap<>();
        for (Element each : assembly == null ? List.<Element>of() : assembly.all("application-exception")) {
            Element rollback = each.first("rollback");
            Element inherited = each.first("inherited");
            rules.put(
                    each.requiredTextOf("exception-class"),
                    new ApplicationExceptions.Rule(
                            rollback != null && rollback.bool(), inherited == null || inherited.bool()));
        }
        return new ApplicationExceptions(rules);
    }

    /** Returns the elements of the assembly descriptor of that name. */
    List<Element> assembled(String name) {
        return assembly == null ? List.of() : assembly.all(name);
    }
}
