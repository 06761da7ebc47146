package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.work.RequestClassDefinition;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request class of the domain: exactly one of its three kinds. */
@Section(value = "request-classes.*", help = "How urgent work is while all execute threads are busy.")
public record RequestClassSettings(
        @Setting(
                help = "A share of execution time, in proportion to other shares.",
                min = "1",
                max = "1000",
                change = Setting.Change.LIVE)
        @Nullable
        Integer fairShare,

        @Setting(
                help = "How long work should take from being accepted to its end, in proportion to other goals.",
                min = "1ms",
                max = "1d",
                change = Setting.Change.LIVE)
        @Nullable
        Duration responseTimeGoal,

        @Setting(
                help = "The class by who calls. The case of the user counts, else the first of a group; who fits none"
                        + " has a fair share of 50.",
                change = Setting.Change.LIVE)
        List<CaseSettings> context) {
    public RequestClassSettings {
        context = List.copyOf(context);
        int kinds = (fairShare == null ? 0 : 1) + (responseTimeGoal == null ? 0 : 1) + (context.isEmpty() ? 0 : 1);
        if (kinds != 1) {
            throw new IllegalArgumentException(
                    "a request class has exactly one of fair-share, response-time-goal and context");
        }
    }

    /** The class of one user or one group. */
    public record CaseSettings(
            @Setting(help = "The name of a user.", change = Setting.Change.LIVE) @Nullable
            String user,

            @Setting(help = "The name of a group.", change = Setting.Change.LIVE) @Nullable
            String group,

            @Setting(
                    help = "The request class, which is not itself by context.",
                    required = true,
                    reference = "request-classes",
                    change = Setting.Change.LIVE)
            String requestClass) {
        public CaseSettings {
            if ((user == null) == (group == null)) {
                throw new IllegalArgumentException("a case names either a user or a group");
            }
        }
    }

    RequestClassDefinition definition() {
        if (fairShare != null) {
            return new RequestClassDefinition.FairShare(fairShare);
        }
        if (responseTimeGoal != null) {
            return new RequestClassDefinition.ResponseTimeGoal(responseTimeGoal);
        }
        return new RequestClassDefinition.ByContext(context.stream()
                .map(each -> new RequestClassDefinition.Case(each.user(), each.group(), each.requestClass()))
                .toList());
    }
}
