package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Modules of an EAR as its {@code META-INF/application.xml} declares them (Jakarta EE Platform 11, EE.8), in any of the versions since J2EE
 * 1.2. Nothing that the document names is fetched; its size and depth are bounded.
 *
 * @param modules in order
 * @param libraryDirectory where libraries lie that all modules see; empty: nowhere
 * @param inOrder whether modules are to start in the order of the document
 */
record ApplicationXml(List<Module> modules, String libraryDirectory, boolean inOrder) {
    static final String FILE = "META-INF/application.xml";

    ApplicationXml {
        modules = List.copyOf(modules);
    }

    /** Kind of a module. */
    enum Kind {
        WEB,
        EJB,
        CONNECTOR,
        JAVA
    }

    /**
     * A module.
     *
     * @param uri its path in the EAR
     * @param contextRoot of a web module; null where none is said
     * @param alternative the path in the EAR of the descriptor that is used in the place of the module's own; null: its own
     * @param place file and line, for messages
     */
    record Module(
            Kind kind,
            String uri,
            @Nullable String contextRoot,
            @Nullable String alternative,
            String place) {}

    /** Reads the document. The stream stays open. */
    static ApplicationXml read(InputStream in) throws DeploymentException {
        return DescriptorReader.read(FILE, in, "application", xml -> new Reading(xml).application());
    }

    /** Reads what the document is after a plan was applied to it. */
    static ApplicationXml read(DescriptorNode document) throws DeploymentException {
        return DescriptorReader.read(document, "application", xml -> new Reading(xml).application());
    }

    /** A document that names these modules. */
    static DescriptorNode document(List<Module> modules) {
        return node("application", "", written(modules));
    }

    /** The elements that name these modules. */
    static List<DescriptorNode> written(List<Module> modules) {
        List<DescriptorNode> written = new ArrayList<>();
        for (Module module : modules) {
            DescriptorNode inside = module.kind() == Kind.WEB
                    ? node("web", "", List.of(node("web-uri", module.uri(), List.of())))
                    : node(module.kind().name().toLowerCase(Locale.ROOT), module.uri(), List.of());
            written.add(node("module", "", List.of(inside)));
        }
        return written;
    }

    private static DescriptorNode node(String name, String text, List<DescriptorNode> children) {
        return new DescriptorNode(name, "", Map.of(), text, children, new DescriptorNode.Place(FILE, 0, 0), null);
    }

    /** One reading of a document. */
    private static final class Reading {
        private final DescriptorReader xml;
        private final List<Module> modules = new ArrayList<>();
        private String libraryDirectory = "lib";
        private boolean inOrder;

        Reading(DescriptorReader xml) {
            this.xml = xml;
        }

        ApplicationXml application() throws DeploymentException {
            while (xml.child()) {
                switch (xml.name()) {
                    case "module" -> module();
                    case "library-directory" -> libraryDirectory = xml.text();
                    case "initialize-in-order" -> inOrder = inOrder();
                    default -> xml.skip();
                }
            }
            return new ApplicationXml(modules, libraryDirectory, inOrder);
        }

        /** {@code xsd:boolean}, and {@code yes} and {@code no}, which old documents have. */
        private boolean inOrder() throws DeploymentException {
            String text = xml.text();
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "true", "yes", "1" -> true;
                case "false", "no", "0" -> false;
                default -> throw xml.wrong("<initialize-in-order>: expected true or false, found '" + text + "'");
            };
        }

        private void module() throws DeploymentException {
            int before = modules.size();
            String alternative = null;
            while (xml.child()) {
                switch (xml.name()) {
                    case "web" -> web();
                    case "ejb" -> add(Kind.EJB, xml.text(), null);
                    case "connector" -> add(Kind.CONNECTOR, xml.text(), null);
                    case "java" -> add(Kind.JAVA, xml.text(), null);
                    case "alt-dd" -> alternative = xml.text();
                    default -> xml.skip();
                }
            }
            if (modules.size() != before + 1) {
                throw xml.wrong("a <module> is one of <web>, <ejb>, <connector> and <java>");
            }
            if (alternative != null && !alternative.isEmpty()) {
                Module module = modules.remove(before);
                modules.add(new Module(module.kind(), module.uri(), module.contextRoot(), alternative, module.place()));
            }
        }

        private void web() throws DeploymentException {
            String uri = "";
            String root = null;
            while (xml.child()) {
                switch (xml.name()) {
                    case "web-uri" -> uri = xml.text();
                    case "context-root" -> root = xml.text();
                    default -> xml.skip();
                }
            }
            add(Kind.WEB, uri, root);
        }

        private void add(Kind kind, String uri, @Nullable String contextRoot) throws DeploymentException {
            if (uri.isEmpty()) {
                throw xml.wrong("a module has no path");
            }
            Optional<Module> other =
                    modules.stream().filter(module -> module.uri().equals(uri)).findFirst();
            if (other.isPresent()) {
                throw xml.wrong("the module '" + uri + "' is named twice; first at "
                        + other.get().place());
            }
            modules.add(new Module(kind, uri, contextRoot, null, xml.place()));
        }
    }
}
