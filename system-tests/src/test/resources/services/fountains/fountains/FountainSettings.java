package fountains;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.time.Duration;
import java.util.List;

/** A record that nobody but a test has: one of each kind of setting. */
@Section(value = "fountains.*", help = "A fountain, which nobody but a test has.")
public record FountainSettings(
        @Setting(help = "How high the water goes, in metres.", defaultValue = "3", min = "1", max = "40", change = Change.LIVE)
        int height,

        @Setting(help = "How long it rests between two jets.", defaultValue = "30s", min = "1s", change = Change.LIVE)
        Duration pause,

        @Setting(help = "How much water it has.", defaultValue = "64KiB", change = Change.LIVE)
        DataSize basin,

        @Setting(help = "What it does at night.", defaultValue = "still", change = Change.LIVE)
        Night night,

        @Setting(help = "Whether it is lit.", defaultValue = "false", change = Change.LIVE)
        boolean lit,

        @Setting(help = "The servers that it stands before.", reference = "servers", change = Change.LIVE)
        List<String> servers) {
    /** What it does at night. */
    public enum Night {
        /** Nothing. */
        STILL,
        /** Goes on. */
        ON
    }
}
