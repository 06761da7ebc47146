package timers;

import jakarta.annotation.Resource;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Fires each second, and appends what is due and its process to a file that all servers have. */
@Singleton
public class Ticking {
    @Resource
    private TimerService timers;

    @Schedule(hour = "*", minute = "*", second = "*", info = "each second")
    public void tick(Timer timer) {
        note("tick " + (timer.getNextTimeout().getTime() / 1000 - 1));
    }

    @Timeout
    public void once(Timer timer) {
        note("once " + timer.getInfo());
    }

    private static void note(String what) {
        try (InputStream path = Ticking.class.getResourceAsStream("/notes/path")) {
            Files.writeString(
                    Path.of(new String(path.readAllBytes(), StandardCharsets.UTF_8)),
                    what + " " + ProcessHandle.current().pid() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a timer for once. */
    public void make(String info, long millis) {
        timers.createSingleActionTimer(millis, new TimerConfig(info, true));
    }

    /** Returns what the timers tell of themselves. */
    public String list() {
        return timers.getTimers().stream()
                .map(each -> String.valueOf(each.getInfo()))
                .sorted()
                .toList()
                .toString();
    }

    /** Cancels the timers that tell that of themselves. */
    public void cancel(String info) {
        timers.getTimers().stream().filter(each -> info.equals(each.getInfo())).forEach(Timer::cancel);
    }
}
