package io.keelson.cluster.lease;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.kernel.spi.lease.LeaseService;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The binary form of commands, results, messages and rows. Reads nothing but these: a tag that it does not know, a length
 * beyond its bound or bytes that are left over are refused.
 */
public final class LeaseCodec {
    private static final int LONGEST_TEXT = 4 * LeaseService.LONGEST_NAME;

    private LeaseCodec() {}

    /** A command, as it goes into the log. */
    public static byte[] encode(LeaseCommand command) {
        Encoder to = new Encoder();
        write(to, command);
        return to.toBytes();
    }

    public static LeaseCommand command(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        LeaseCommand command = command(from);
        from.end();
        return command;
    }

    /** A result, as the log gives it back. */
    public static byte[] encode(LeaseResult result) {
        Encoder to = new Encoder();
        write(to, result);
        return to.toBytes();
    }

    public static LeaseResult result(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        LeaseResult result = result(from);
        from.end();
        return result;
    }

    public static byte[] encode(LeaseMessage message) {
        Encoder to = new Encoder();
        if (message instanceof LeaseMessage.Request request) {
            write(to.tag(1).number(request.number()), request.command());
        } else if (message instanceof LeaseMessage.Reply reply) {
            write(to.tag(2).number(reply.number()), reply.result());
        } else if (message instanceof LeaseMessage.Undecided undecided) {
            optional(to.tag(3).number(undecided.number()), undecided.leader());
        } else if (message instanceof LeaseMessage.Changed changed) {
            to.tag(4).list(changed.rows(), LeaseCodec::write);
        } else if (message instanceof LeaseMessage.Tell) {
            to.tag(5);
        } else if (message instanceof LeaseMessage.Died died) {
            write(to.tag(6), died.owner());
        } else {
            throw new IllegalArgumentException("no such message: " + message);
        }
        return to.toBytes();
    }

    public static LeaseMessage message(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        LeaseMessage message = message(from);
        from.end();
        return message;
    }

    /** Rows, as a snapshot holds them. */
    public static byte[] encode(Collection<LeaseRow> rows) {
        return new Encoder().list(rows, LeaseCodec::write).toBytes();
    }

    public static List<LeaseRow> rows(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        List<LeaseRow> rows = from.list(LeaseTable.MOST_NAMES, LeaseCodec::row);
        from.end();
        return rows;
    }

    private static LeaseMessage message(Decoder from) throws MalformedMessageException {
        int tag = from.tag();
        switch (tag) {
            case 1:
                return new LeaseMessage.Request(from.number(), command(from));
            case 2:
                return new LeaseMessage.Reply(from.number(), result(from));
            case 3:
                return new LeaseMessage.Undecided(from.number(), optional(from));
            case 4:
                return new LeaseMessage.Changed(from.list(LeaseTable.MOST_NAMES, LeaseCodec::row));
            case 5:
                return new LeaseMessage.Tell();
            case 6:
                return new LeaseMessage.Died(owner(from));
            default:
                throw unknown("message", tag);
        }
    }

    private static void write(Encoder to, LeaseCommand command) {
        if (command instanceof LeaseCommand.Acquire acquire) {
            write(to.tag(1).text(acquire.name()), acquire.owner());
            to.number(acquire.afterEpoch()).number(acquire.durationMillis());
        } else if (command instanceof LeaseCommand.Renew renew) {
            write(to.tag(2), renew.owner());
            to.list(renew.grants(), (e, grant) -> e.text(grant.name()).number(grant.epoch()));
        } else if (command instanceof LeaseCommand.Release release) {
            write(to.tag(3).text(release.name()), release.owner());
            to.number(release.epoch());
        } else if (command instanceof LeaseCommand.Expire expire) {
            to.tag(4).list(expire.stamps(), LeaseCodec::write);
        } else {
            throw new IllegalArgumentException("no such command: " + command);
        }
    }

    private static LeaseCommand command(Decoder from) throws MalformedMessageException {
        int tag = from.tag();
        switch (tag) {
            case 1:
                return new LeaseCommand.Acquire(text(from), owner(from), from.natural(), from.natural());
            case 2:
                return new LeaseCommand.Renew(
                        owner(from),
                        from.list(LeaseTable.MOST_NAMES, d -> new LeaseCommand.Grant(text(d), d.natural())));
            case 3:
                return new LeaseCommand.Release(text(from), owner(from), from.natural());
            case 4:
                return new LeaseCommand.Expire(from.list(LeaseTable.MOST_NAMES, LeaseCodec::stamp));
            default:
                throw unknown("command", tag);
        }
    }

    private static void write(Encoder to, LeaseResult result) {
        if (result instanceof LeaseResult.Granted granted) {
            write(to.tag(1), granted.row());
        } else if (result instanceof LeaseResult.Refused refused) {
            write(to.tag(2), refused.row());
        } else if (result instanceof LeaseResult.Full full) {
            to.tag(3).text(full.name());
        } else if (result instanceof LeaseResult.Renewed renewed) {
            to.tag(4).list(renewed.stamps(), LeaseCodec::write);
        } else if (result instanceof LeaseResult.Released released) {
            write(to.tag(5), released.row());
        } else if (result instanceof LeaseResult.Expired expired) {
            to.tag(6).list(expired.names(), Encoder::text);
        } else {
            throw new IllegalArgumentException("no such result: " + result);
        }
    }

    private static LeaseResult result(Decoder from) throws MalformedMessageException {
        int tag = from.tag();
        switch (tag) {
            case 1:
                return new LeaseResult.Granted(row(from));
            case 2:
                return new LeaseResult.Refused(row(from));
            case 3:
                return new LeaseResult.Full(text(from));
            case 4:
                return new LeaseResult.Renewed(from.list(LeaseTable.MOST_NAMES, LeaseCodec::stamp));
            case 5:
                return new LeaseResult.Released(row(from));
            case 6:
                return new LeaseResult.Expired(from.list(LeaseTable.MOST_NAMES, LeaseCodec::text));
            default:
                throw unknown("result", tag);
        }
    }

    private static void write(Encoder to, LeaseRow row) {
        to.text(row.name()).number(row.epoch()).number(row.counter()).number(row.durationMillis());
        Owner owner = row.owner();
        to.list(owner == null ? List.<Owner>of() : List.of(owner), LeaseCodec::write);
    }

    private static LeaseRow row(Decoder from) throws MalformedMessageException {
        String name = text(from);
        long epoch = from.natural();
        long counter = from.natural();
        long durationMillis = from.natural();
        List<Owner> owner = from.list(1, LeaseCodec::owner);
        return new LeaseRow(name, epoch, counter, owner.isEmpty() ? null : owner.get(0), durationMillis);
    }

    private static void write(Encoder to, Owner owner) {
        to.text(owner.server()).number(owner.life()).text(owner.machine());
        to.number(owner.process()).number(owner.started());
    }

    private static Owner owner(Decoder from) throws MalformedMessageException {
        return new Owner(text(from), from.number(), text(from), from.number(), from.number());
    }

    private static void write(Encoder to, Stamp stamp) {
        to.text(stamp.name()).number(stamp.epoch()).number(stamp.counter());
    }

    private static Stamp stamp(Decoder from) throws MalformedMessageException {
        return new Stamp(text(from), from.natural(), from.natural());
    }

    private static void optional(Encoder to, @Nullable String text) {
        List<String> all = new ArrayList<>();
        if (text != null) {
            all.add(text);
        }
        to.list(all, Encoder::text);
    }

    private static @Nullable String optional(Decoder from) throws MalformedMessageException {
        List<String> all = from.list(1, LeaseCodec::text);
        return all.isEmpty() ? null : all.get(0);
    }

    private static String text(Decoder from) throws MalformedMessageException {
        return from.text(LONGEST_TEXT);
    }

    private static MalformedMessageException unknown(String what, int tag) {
        return new MalformedMessageException("has the unknown " + what + " " + tag);
    }
}
