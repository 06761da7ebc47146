package io.keelson.cluster.singleton;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The binary form of a {@link Notice}: a version and the fields in the order of the records. Version 1 had nothing of
 * applications; it is read still.
 */
final class NoticeCodec {
    private static final int VERSION = 2;
    private static final int WITHOUT_APPLICATIONS = 1;
    private static final int LONGEST_NAME = 1_024;
    private static final int LONGEST_REASON = 65_536;
    private static final int MOST = 10_000;

    private NoticeCodec() {}

    static byte[] write(Notice notice) {
        Encoder out = new Encoder().tag(VERSION).list(notice.ready(), (to, name) -> to.text(name));
        Map<String, Description> brought = notice.brought();
        out.flag(brought != null);
        if (brought != null) {
            out.list(brought.entrySet(), (to, entry) -> description(to.text(entry.getKey()), entry.getValue()));
        }
        out.list(notice.ledgers().entrySet(), (to, entry) -> page(to.text(entry.getKey()), entry.getValue()));
        return out.toBytes();
    }

    private static void description(Encoder out, Description description) {
        SingletonSettings settings = description.settings();
        String preferred = settings.userPreferredServer();
        out.text(description.application()).text(settings.className()).flag(preferred != null);
        if (preferred != null) {
            out.text(preferred);
        }
        out.list(settings.constrainedCandidateServers(), Encoder::text)
                .number(settings.additionalMigrationAttempts())
                .number(settings.millisToSleepBetweenAttempts())
                .flag(settings.failback())
                .number(settings.activateTimeout().toMillis())
                .number(settings.deactivateTimeout().toMillis());
    }

    private static void page(Encoder out, Notice.Page page) {
        out.list(page.turns(), NoticeCodec::turn);
        Ledger.Wish wish = page.wish();
        out.flag(wish != null);
        if (wish != null) {
            member(out, wish.to()).number(wish.afterEpoch()).text(wish.by());
        }
    }

    private static void turn(Encoder out, Turn turn) {
        member(out.number(turn.epoch()), turn.member())
                .tag(turn.stage().ordinal())
                .text(turn.why())
                .number(turn.atMillis());
    }

    static Notice read(byte[] bytes) throws MalformedMessageException {
        Decoder in = new Decoder(bytes);
        int version = in.tag();
        if (version != VERSION && version != WITHOUT_APPLICATIONS) {
            throw new MalformedMessageException("is of version " + version + ", and this server knows " + VERSION);
        }
        List<String> ready = in.list(MOST, from -> from.text(LONGEST_NAME));
        Map<String, Description> brought = version != WITHOUT_APPLICATIONS && in.flag() ? brought(in) : null;
        Map<String, Notice.Page> pages = new HashMap<>();
        in.list(MOST, from -> pages.put(from.text(LONGEST_NAME), page(from)));
        in.end();
        return new Notice(new HashSet<>(ready), brought, pages);
    }

    private static Map<String, Description> brought(Decoder in) throws MalformedMessageException {
        Map<String, Description> brought = new HashMap<>();
        in.list(MOST, from -> brought.put(from.text(LONGEST_NAME), description(from)));
        return brought;
    }

    private static Description description(Decoder in) throws MalformedMessageException {
        String application = in.text(LONGEST_NAME);
        String className = in.text(LONGEST_REASON);
        String preferred = in.flag() ? in.text(LONGEST_NAME) : null;
        List<String> candidates = in.list(MOST, from -> from.text(LONGEST_NAME));
        int attempts = in.integer();
        int sleep = in.integer();
        boolean failback = in.flag();
        Duration activate = millis(in);
        Duration deactivate = millis(in);
        try {
            return new Description(
                    application,
                    new SingletonSettings(
                            className, preferred, candidates, attempts, sleep, failback, activate, deactivate));
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("describes no service: " + e.getMessage());
        }
    }

    private static Duration millis(Decoder in) throws MalformedMessageException {
        return Duration.ofMillis(in.integer());
    }

    private static Notice.Page page(Decoder in) throws MalformedMessageException {
        List<Turn> turns = in.list(Ledger.LONGEST, NoticeCodec::turn);
        return new Notice.Page(turns, in.flag() ? wish(in) : null);
    }

    private static Ledger.@Nullable Wish wish(Decoder in) throws MalformedMessageException {
        return new Ledger.Wish(member(in), in.natural(), in.text(LONGEST_NAME));
    }

    private static Encoder member(Encoder out, ClusterMember member) {
        return out.text(member.server()).text(member.run());
    }

    private static ClusterMember member(Decoder in) throws MalformedMessageException {
        try {
            return new ClusterMember(in.text(LONGEST_NAME), in.text(32));
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("names no member: " + e.getMessage());
        }
    }

    private static Turn turn(Decoder in) throws MalformedMessageException {
        long epoch = in.natural();
        ClusterMember member = member(in);
        int stage = in.tag();
        Turn.Stage[] stages = Turn.Stage.values();
        if (stage >= stages.length) {
            throw new MalformedMessageException("has the unknown stage " + stage);
        }
        return new Turn(epoch, member, stages[stage], in.text(LONGEST_REASON), in.number());
    }
}
