package io.keelson.component.descriptor;

import io.keelson.component.role.RoleMapping;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Declarations of an EAR for all its modules: the names of {@code application.xml}, its roles, and who holds them by
 * {@code weblogic-application.xml}. Made by the first module that is prepared, which binds the names: it is the first to start and the
 * last to end. Immutable.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.2 Application Component's Environment Namespaces, 8.5 Application Assembly;
 * weblogic-application.xml, security.
 *
 * @param isEnterprise true where the deployment is a module of an EAR
 * @param applicationName {@code java:app/AppName}, as {@code application-name} says; null where nothing does
 * @param first the name of the module that binds the names
 * @param names below {@code java:app} and {@code java:global}
 * @param roles of all modules
 */
public record EnterpriseDeclarations(
        boolean isEnterprise,
        @Nullable String applicationName,
        String first,
        ComponentDescriptor names,
        RoleMapping roles) {
    private static final String FILE = "META-INF/application.xml";

    /** The elements that say what the EAR is made of, which the deployer reads. */
    private static final Set<String> STRUCTURE = Set.of(
            "module", "library-directory", "initialize-in-order", "application-name", "display-name", "security-role");

    /** The elements of modules that an application does not have. */
    private static final Set<String> OF_MODULES = Set.of("post-construct", "pre-destroy");

    /** Returns the declarations of the application that a deployment is a module of, or none. */
    public static EnterpriseDeclarations of(Deployment deployment) throws DeploymentException {
        return deployment.shared(EnterpriseDeclarations.class, () -> read(deployment));
    }

    private static EnterpriseDeclarations read(Deployment deployment) throws DeploymentException {
        DescriptorXml.Document document =
                DescriptorXml.document(deployment.enterpriseFile(FILE), FILE, "application", deployment.plan());
        Element vendor = EnterpriseDocument.root(deployment);
        Set<String> roles = new LinkedHashSet<>();
        ComponentDescriptor names = ComponentDescriptor.NONE;
        String applicationName = null;
        if (document != null) {
            applicationName = applicationName(document.root());
            names = names(document.root(), deployment.application());
            for (Element role : document.root().all("security-role")) {
                roles.add(role.requiredTextOf("role-name"));
            }
        }
        boolean enterprise = deployment.name().indexOf('#') >= 0;
        return new EnterpriseDeclarations(
                enterprise,
                applicationName,
                deployment.name(),
                names,
                new RoleMapping(Set.copyOf(roles), assignments(vendor), true));
    }

    /** A name is one step of a path (8.1.1). */
    private static @Nullable String applicationName(Element root) throws DeploymentException {
        Element named = root.first("application-name");
        if (named == null) {
            return null;
        }
        String name = named.requiredText();
        if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0 || name.indexOf('"') >= 0 || name.indexOf('\'') >= 0) {
            throw named.wrong("'" + name + "' is no name of an application: it has a slash or a quotation mark");
        }
        return name;
    }

    private static ComponentDescriptor names(Element root, String application) throws DeploymentException {
        KnownElements known = new KnownElements(application);
        ComponentDeclarations declarations = new ComponentDeclarations();
        EnvironmentReader reader = new EnvironmentReader(known, declarations);
        for (Element element : root.children()) {
            if (!STRUCTURE.contains(element.name())) {
                checkName(element);
                if (OF_MODULES.contains(element.name()) || !reader.read(element)) {
                    known.unknown(element, "application");
                }
            }
        }
        return declarations.build(Map.of(), true);
    }

    /** No module has names of its own for what holds for all of them (5.2.2). */
    private static void checkName(Element element) throws DeploymentException {
        Optional<Element> named = element.children().stream()
                .filter(child -> NAMES.contains(child.name()))
                .findFirst();
        if (named.isEmpty() || element.name().equals("message-destination")) {
            return; // who reads the element says what is missing
        }
        String name = named.get().unappliedText();
        if (!name.startsWith("java:") || name.startsWith("java:comp/") || name.startsWith("java:module/")) {
            String plain = name.replaceFirst("^(java:(comp|module)/)?(env/)?", "");
            throw named.get()
                    .wrong("'" + name + "' is a name of one module; in " + FILE
                            + " names begin with java:app or java:global, as java:app/env/" + plain);
        }
    }

    private static final Set<String> NAMES = Set.of(
            "name",
            "env-entry-name",
            "ejb-ref-name",
            "service-ref-name",
            "res-ref-name",
            "resource-env-ref-name",
            "message-destination-ref-name",
            "persistence-context-ref-name",
            "persistence-unit-ref-name");

    /** {@code security/security-role-assignment}: role to the users and groups that hold it. */
    private static Map<String, Set<String>> assignments(@Nullable Element vendor) throws DeploymentException {
        Map<String, Set<String>> assignments = new HashMap<>();
        for (Element security : vendor == null ? List.<Element>of() : vendor.all("security")) {
            for (Element assignment : security.all("security-role-assignment")) {
                String role = assignment.requiredTextOf("role-name");
                Set<String> principals = new LinkedHashSet<>();
                for (Element principal : assignment.all("principal-name")) {
                    principals.add(principal.requiredText());
                }
                if (principals.isEmpty() && !assignment.has("externally-defined")) {
                    throw assignment.wrong("the role '" + role + "' needs a <principal-name> or <externally-defined/>");
                }
                assignments.computeIfAbsent(role, key -> new LinkedHashSet<>()).addAll(principals);
            }
        }
        return Map.copyOf(assignments);
    }

    /** Returns true if the deployment is the module that binds the names. */
    public boolean isBoundBy(Deployment deployment) {
        return first.equals(deployment.name());
    }

    /** Returns what every module needs of the names without binding them: the message destinations. */
    public ComponentDescriptor links() {
        return new ComponentDescriptor(
                List.of(),
                List.of(),
                List.of(),
                ComponentDescriptor.Lifecycle.NONE,
                Map.of(),
                names.destinations(),
                false);
    }
}
