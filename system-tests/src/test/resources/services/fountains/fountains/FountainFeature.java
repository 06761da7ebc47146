package fountains;

import io.keelson.kernel.management.ConsolePage;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.FeatureOperation.Kind;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import io.keelson.kernel.management.ManagementFeature;
import io.keelson.kernel.management.Role;
import java.util.List;
import java.util.Set;

/** How fountains are managed: two operations, which are two commands, and a page. */
public final class FountainFeature implements ManagementFeature {
    /** The answer of the list. */
    public record All(List<FountainRuntime> fountains) {}

    /** The answer of what plays now. */
    public record Playing(String name, int minutes) {}

    @Override
    public String name() {
        return "fountain";
    }

    @Override
    public String help() {
        return "Shows fountains and has them play.";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Fountains.class);
    }

    @Override
    public List<FeatureOperation> operations() {
        return List.of(
                FeatureOperation.of(Kind.READ, "fountains", Role.MONITOR, "lists the fountains of the server")
                        .answers(All.class)
                        .command("list")
                        .handledBy(services -> {
                            Fountains fountains = services.get(Fountains.class);
                            return request -> new All(fountains.now());
                        }),
                FeatureOperation.of(Kind.ACT, "fountains/{name}/play", Role.OPERATOR, "has a fountain play for some minutes")
                        .takes("minutes", "For how many minutes; 1 by default.", false)
                        .answers(Playing.class)
                        .command("play")
                        .handledBy(services -> {
                            Fountains fountains = services.get(Fountains.class);
                            return request -> play(fountains, request);
                        }));
    }

    private static Playing play(Fountains fountains, FeatureOperation.Request request) throws RefusedException {
        String name = request.variable("name");
        String minutes = request.parameter("minutes").orElse("1");
        if (!minutes.matches("[1-9]")) {
            throw new RefusedException(Reason.WRONG, "A fountain plays for 1 to 9 minutes, not for '" + minutes + "'");
        }
        if (!fountains.play(name, Integer.parseInt(minutes))) {
            throw new RefusedException(Reason.UNKNOWN, "There is no fountain '" + name + "' here");
        }
        return new Playing(name, Integer.parseInt(minutes));
    }

    @Override
    public List<ConsolePage> pages() {
        return List.of(new ConsolePage(
                "fountains",
                "Fountains",
                "Water",
                "The fountains of the servers.",
                "fountains",
                "name",
                List.of("fountains/{name}/play")));
    }
}
