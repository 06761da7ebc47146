package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the configuration of a server from the domain's file, overrides and defaults, in this order: hold the file
 * against the model, apply the overrides, put in the defaults, check references and the server's name, make the records.
 * Every step runs whatever the steps before have found, so that all errors are reported at once. Immutable.
 */
public final class ConfigurationReader {
    private final Model model;

    public ConfigurationReader(Model model) {
        this.model = model;
    }

    /** The configuration of a server, from the file alone. */
    public DomainConfiguration read(DomainFile file, String server) throws ConfigurationException {
        return read(file, server, Overrides.none());
    }

    /**
     * The configuration of a server.
     *
     * @param server the server's name, which must be defined in the file
     * @throws ConfigurationException with everything that is wrong
     */
    public DomainConfiguration read(DomainFile file, String server, Overrides overrides) throws ConfigurationException {
        return readFor(file, server, overrides);
    }

    /**
     * Checks a file as a whole, without a server and without overrides, as an edit session does before it activates.
     *
     * @return everything that is wrong; empty when the file can be used
     */
    public List<Problem> check(DomainFile file) {
        try {
            readFor(file, null, Overrides.none());
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems();
        }
    }

    private DomainConfiguration readFor(DomainFile file, @Nullable String server, Overrides overrides)
            throws ConfigurationException {
        List<Problem> problems = new ArrayList<>();
        FileChecker checker = new FileChecker(model, file, problems);
        DynamicServers.Expanded expanded = file.expanded();
        problems.addAll(expanded.problems());
        Value.Entries root = checker.check(expanded.root());
        OverrideReader overriding = new OverrideReader(model, root, problems);
        overriding.apply(overrides, server);
        new Completion(problems).complete(model.root(), root, SettingPath.ROOT, root.origin());
        new References(model, root, problems).check();
        if (server != null) {
            checkServer(root, server, problems);
        }
        List<Instance> instances = Instance.make(model, root, problems);
        ListenPorts.check(root, expanded.clusters().keySet(), problems);
        if (!problems.isEmpty()) {
            onceEach(problems, expanded.clusters().keySet());
            problems.sort(Comparator.comparingInt(ConfigurationReader::group)
                    .thenComparingInt(Problem::line)
                    .thenComparingInt(Problem::column));
            throw new ConfigurationException(problems);
        }
        List<String> warnings = new ArrayList<>(overriding.warnings());
        readable(file, checker.readableSecrets()).ifPresent(warnings::add);
        return new DomainConfiguration(model, root, instances, server, warnings, file, overrides);
    }

    /** The paths of secrets that stand in a file for everybody to read. */
    public List<SettingPath> readableSecrets(DomainFile file) {
        FileChecker checker = new FileChecker(model, file, new ArrayList<>());
        checker.check(file.root()); // as it is written: a template's are to be encrypted there
        return List.copyOf(checker.readableSecrets());
    }

    private static Optional<String> readable(DomainFile file, List<SettingPath> secrets) {
        return secrets.isEmpty()
                ? Optional.empty()
                : Optional.of("secrets stand in " + file.name() + " for everybody who reads it: "
                        + secrets.stream().map(SettingPath::toString).collect(Collectors.joining(", "))
                        + "; 'keelson secret encrypt --all' encrypts them");
    }

    /**
     * Reports each problem once. A mistake in a template is a mistake in each of its servers; the report names the template where possible.
     */
    private static void onceEach(List<Problem> problems, Set<String> dynamic) {
        Set<String> said = new HashSet<>();
        problems.stream()
                .filter(problem -> problem.path().startsWith(DynamicServers.TEMPLATES + '.'))
                .forEach(problem -> said.add(place(problem)));
        List<String> paths = dynamic.stream()
                .map(name -> SettingPath.of(Model.SERVERS, name).toString() + '.')
                .toList();
        problems.removeIf(problem ->
                problem.line() > 0 && paths.stream().anyMatch(problem.path()::startsWith) && !said.add(place(problem)));
    }

    private static String place(Problem problem) {
        return problem.line() + ":" + problem.column();
    }

    /** The file's problems come first. */
    private static int group(Problem problem) {
        return problem.line() == 0 ? 1 : 0;
    }

    private static void checkServer(Value.Entries root, String server, List<Problem> problems) {
        Value servers = root.entries().get(Model.SERVERS);
        if (servers instanceof Value.Entries entries) {
            Set<String> names = entries.entries().keySet();
            if (!names.contains(server)) {
                Origin at = entries.origin() instanceof Origin.Default ? root.origin() : entries.origin();
                String hint = NearestName.hint(server, names);
                problems.add(
                        at.problem(SettingPath.of(Model.SERVERS), "the server '" + server + "' is not defined" + hint));
            }
        }
    }
}
