package io.keelson.deploy.internal;

import io.keelson.deploy.explain.Explanation;
import io.keelson.deploy.explain.Explanation.Descriptor;
import io.keelson.deploy.explain.Explanation.Missing;
import io.keelson.deploy.explain.Explanation.Name;
import io.keelson.deploy.explain.Explanation.Use;
import io.keelson.deploy.internal.index.ClassConstants;
import io.keelson.deploy.spi.ContextRoot;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ForeignDescriptors;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.kernel.loader.PartDescriptor;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.naming.OtherServersNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jboss.jandex.DotName;
import org.jspecify.annotations.Nullable;

/**
 * Explains an application that has been inspected. Reads its files, the index and the constants of its own classes; loads none of its
 * classes. Confined to the deploying thread. See docs/design/explain-applications.md.
 */
final class Explaining {
    private static final String ENTERPRISE = "EAR!";
    private static final String CLIENT = "an application client (JAR), which does not run on a server";
    private static final String CLASS = ".class";
    private static final int MOST_BYTES = 16 << 20;

    private final RunningApplication application;
    private final Phases phases;
    private final Parts parts;

    Explaining(RunningApplication application, Phases phases, Parts parts) {
        this.application = application;
        this.phases = phases;
        this.parts = parts;
    }

    /** The modules. */
    List<Explanation.Module> modules() throws DeploymentException {
        List<Explanation.Module> all = new ArrayList<>();
        for (RunningDeployment module : application.modules()) {
            all.add(module(module, all.isEmpty()));
        }
        for (String client : application.clients()) {
            all.add(new Explanation.Module(
                    client, CLIENT, null, List.of(), List.of(), List.of(), List.of(), List.of()));
        }
        return all;
    }

    private Explanation.Module module(RunningDeployment module, boolean first) throws DeploymentException {
        // By the class or text, the first class that has it.
        Map<String, String> classes = new TreeMap<>();
        Map<String, String> texts = new TreeMap<>();
        constants(module, classes, texts);
        boolean web = module.kind().equals(ModuleKind.WEB);
        return new Explanation.Module(
                module.name(),
                module.kind().title(),
                web ? root(module) : null,
                uses(module, classes),
                missing(module, classes),
                descriptors(module, first),
                names(texts),
                LookedUpNames.of(module, application.modules()));
    }

    private static String root(RunningDeployment module) {
        return module.attachment(ContextRoot.class)
                .map(ContextRoot::path)
                .orElseGet(() -> ContextRoot.standard(module));
    }

    private static void constants(RunningDeployment module, Map<String, String> classes, Map<String, String> texts)
            throws DeploymentException {
        for (Path directory : module.files().layout().classes()) {
            List<Path> files;
            try (Stream<Path> walk = Files.walk(directory)) {
                files = walk.filter(file -> file.toString().endsWith(CLASS))
                        .sorted()
                        .toList();
            } catch (IOException e) {
                throw new DeploymentException("the classes below " + directory + " cannot be read", e);
            }
            for (Path file : files) {
                String path =
                        directory.relativize(file).toString().replace('\\', '.').replace('/', '.');
                String own = path.substring(0, path.length() - CLASS.length());
                try {
                    if (Files.size(file) <= MOST_BYTES) {
                        ClassConstants constants = ClassConstants.read(Files.readAllBytes(file));
                        constants.classes().forEach(each -> classes.putIfAbsent(each, own));
                        constants.texts().forEach(each -> texts.putIfAbsent(each, own));
                    }
                } catch (IOException e) {
                    throw new DeploymentException(
                            "the class file " + directory.relativize(file) + " cannot be read: " + e.getMessage(), e);
                }
            }
        }
    }

    // ---- what it uses ----------------------------------------------------------------------------------------------

    private List<Use> uses(RunningDeployment module, Map<String, String> classes) throws DeploymentException {
        Map<String, Use> uses = new TreeMap<>();
        for (Map.Entry<String, String> each : classes.entrySet()) {
            Optional<String> what = Specifications.of(each.getKey());
            if (what.isPresent() && !uses.containsKey(what.get())) {
                String servedBy = servedBy(module, each.getKey());
                if (servedBy != null) {
                    uses.put(
                            what.get(), new Use(what.get(), servedBy, each.getValue() + " refers to " + each.getKey()));
                }
            }
        }
        List<Use> all = new ArrayList<>(uses.values());
        PartNeeds needs = new PartNeeds(module, application.sharedIndex());
        for (String name : module.usedParts()) {
            PartDescriptor part = parts.descriptor(name).orElseThrow();
            boolean told = all.stream().anyMatch(use -> use.servedBy().equals(byPart(name)));
            if (!told) {
                String because = needs.reason(part.need())
                        .or(() -> needs.resource(part.need())
                                .map(each -> each + ", and deployment.describe-resources is on"))
                        .orElse(
                                part.wholeApplication()
                                        ? "another module uses it"
                                        : "a room of the server asks for it");
                all.add(new Use("part '" + name + "'", byPart(name), because));
            }
        }
        return all;
    }

    private static String byPart(String name) {
        return "the part '" + name + "' of this server";
    }

    /** Returns who has a class; null where nobody does. */
    private @Nullable String servedBy(RunningDeployment module, String className) throws DeploymentException {
        for (String name : module.usedParts()) {
            if (exports(name, className)) {
                return byPart(name);
            }
        }
        if (ofApplication(module, className)) {
            return "the application itself";
        }
        return phases.library().getResource(className.replace('.', '/') + CLASS) == null ? null : "this server";
    }

    private boolean exports(String part, String className) {
        return parts.descriptor(part).orElseThrow().exports().contains(packageOf(className));
    }

    private static String packageOf(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }

    private boolean ofApplication(RunningDeployment module, String className) {
        DotName name = DotName.createSimple(className);
        return module.index().getClassByName(name) != null
                || application.sharedIndex().getClassByName(name) != null
                || application.modules().stream()
                        .filter(other -> !other.kind().equals(ModuleKind.WEB))
                        .anyMatch(other -> other.index().getClassByName(name) != null);
    }

    // ---- what is missing -------------------------------------------------------------------------------------------

    private List<Missing> missing(RunningDeployment module, Map<String, String> classes) throws DeploymentException {
        List<Missing> missing = new ArrayList<>();
        for (Map.Entry<String, String> each : classes.entrySet()) {
            String name = each.getKey();
            if (Specifications.isOfServers(name) && servedBy(module, name) == null) {
                missing.add(new Missing(name, each.getValue(), meaning(name)));
            }
        }
        return missing;
    }

    private String meaning(String className) {
        for (String part : parts.names()) {
            if (exports(part, className)) {
                return "the part '" + part
                        + "' of this server has it, and nothing else in the application asks for that part";
            }
        }
        return Failures.meaning(className);
    }

    // ---- descriptors and names -------------------------------------------------------------------------------------

    private List<Descriptor> descriptors(RunningDeployment module, boolean first) throws DeploymentException {
        Map<String, ForeignDescriptors.Read> read = new LinkedHashMap<>(module.attachment(ForeignDescriptors.class)
                .map(ForeignDescriptors::all)
                .orElse(Map.of()));
        Map<String, Descriptor> all = new TreeMap<>();
        read.forEach((file, each) -> all.put(file, new Descriptor(file, true, each.taken(), each.left())));
        try {
            for (String directory : List.of("META-INF", "WEB-INF")) {
                module.archive().list(directory, path -> foreign(path, path, all));
            }
        } catch (IOException e) {
            throw new DeploymentException("the files of " + module.name() + " cannot be read: " + e.getMessage(), e);
        }
        if (first) {
            for (Path file : module.enterpriseFiles("META-INF")) {
                String path = "META-INF/" + file.getFileName();
                foreign(path, ENTERPRISE + path, all);
            }
        }
        return List.copyOf(all.values());
    }

    private static void foreign(String path, String shown, Map<String, Descriptor> all) {
        if (Specifications.isForeign(path)) {
            all.putIfAbsent(shown, new Descriptor(shown, Specifications.isReadWhole(path), List.of(), List.of()));
        }
    }

    private static List<Name> names(Map<String, String> texts) {
        List<Name> names = new ArrayList<>();
        texts.forEach((text, usedBy) -> {
            boolean name = text.matches("java:/?[\\p{L}\\p{N}_./$@-]+") || OtherServersNames.isDefault(text);
            List<String> meant = name && text.length() > "java:".length() ? OtherServersNames.meant(text) : List.of();
            if (!meant.isEmpty()) {
                names.add(new Name(text, usedBy, meant));
            }
        });
        return names;
    }
}
