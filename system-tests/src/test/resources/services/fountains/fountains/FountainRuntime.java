package fountains;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a fountain does now. */
public record FountainRuntime(
        String name, int height, Duration pause, long jets, boolean lit, List<String> servers, Optional<String> trouble) {}
