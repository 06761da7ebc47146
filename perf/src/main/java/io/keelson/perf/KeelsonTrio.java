package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An admin server and two managed servers of the distribution; the service is the domain's. */
final class KeelsonTrio extends Trio {
    private final Path distribution;
    private final List<String> jvm;
    private final KeelsonDomain domain;

    KeelsonTrio(Path distribution, Path work, List<String> jvm) throws IOException {
        super("keelson", work);
        this.distribution = distribution;
        this.jvm = jvm;
        this.domain = new KeelsonDomain(distribution, work().resolve("domain"));
    }

    @Override
    List<String> servers() {
        return List.of("AdminServer", "server-1", "server-2");
    }

    @Override
    String started() {
        return "KLS-000360";
    }

    @Override
    void prepare() throws IOException, InterruptedException {
        KeelsonDomain made = KeelsonDomain.create(distribution, domain.directory(), 2, work().resolve("create.log"));
        Path library = Files.createDirectories(made.directory().resolve("lib")).resolve("journal.jar");
        archive(library, Map.of(), "", SingletonJournal.class);
        made.add("singleton-services:\n  journal: {class-name: " + SingletonJournal.class.getName() + "}\n");
    }

    @Override
    ProcessBuilder command(String server) {
        ProcessBuilder builder = new ProcessBuilder(domain.start(server));
        builder.environment().putAll(KeelsonDomain.environment(String.join(" ", jvm) + " -Dperf.journal=" + journal()));
        return builder;
    }
}
