package io.keelson.jms;

import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Request;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Saves messages of a destination in files of one directory, and sends them again. Thread-safe. */
final class MessageTransfer {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,127}";
    private static final long TOGETHER = 1 << 20;
    private static final int MOST_TOGETHER = 500;
    private static final long SEND_TIMEOUT = 10_000;
    private static final long ANSWER_SECONDS = 60;

    private final Path directory;

    MessageTransfer(Path directory) {
        this.directory = directory;
    }

    private Path file(String name) throws RefusedException {
        if (!name.matches(NAME) || name.endsWith(".part")) {
            throw new RefusedException(
                    Reason.WRONG,
                    "'file' is a name of letters, digits, dots, hyphens and underscores in " + directory + ", not '"
                            + name + "'");
        }
        return directory.resolve(name);
    }

    /** Writes the messages of a queue that are ready into a new file. Returns how many. */
    long save(JmsServer server, DestinationName queue, @Nullable String selector, String name)
            throws RefusedException, JmsFailure {
        Path file = file(name);
        try (MessageFile.Writer out = new MessageFile.Writer(file)) {
            server.messages().browseAll(queue, selector, out::add);
            out.complete();
            return out.count();
        } catch (FileAlreadyExistsException e) {
            throw new RefusedException(
                    Reason.CONFLICT,
                    "There is a file '" + e.getMessage() + "' already; choose another name, or remove it");
        } catch (IOException e) {
            throw new RefusedException(Reason.UNAVAILABLE, "The file '" + file + "' cannot be written: " + e);
        }
    }

    /**
     * Sends the messages of a file to a destination, after the whole file was read once.
     *
     * @param skip how many to leave out at the beginning
     * @return how many were sent
     */
    long load(JmsServer server, DestinationName to, String name, long skip) throws RefusedException, JmsFailure {
        Path file = file(name);
        try {
            long count = 0;
            try (MessageFile.Reader in = new MessageFile.Reader(file)) {
                while (in.next() != null) {
                    count++;
                }
            }
            if (skip > count) {
                throw new RefusedException(
                        Reason.WRONG, "'skip' is " + skip + ", and the file has " + count + " messages only");
            }
            try (MessageFile.Reader in = new MessageFile.Reader(file);
                    Link link = server.connect(null, null, new Quiet())) {
                return send(link, in, to, skip, count);
            }
        } catch (NoSuchFileException e) {
            throw new RefusedException(Reason.UNKNOWN, "There is no file '" + e.getMessage() + "' on this server");
        } catch (IOException e) {
            throw new RefusedException(Reason.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private static long send(Link link, MessageFile.Reader in, DestinationName to, long skip, long count)
            throws IOException, RefusedException {
        long sent = 0;
        long left = skip;
        List<MessageData> some = new ArrayList<>();
        long bytes = 0;
        while (true) {
            MessageData next = in.next();
            if (next != null && left-- > 0) {
                continue;
            }
            if (next == null || bytes + next.size() > TOGETHER || some.size() == MOST_TOGETHER) {
                if (!some.isEmpty()) {
                    send(link, some, skip + sent, count);
                }
                sent += some.size();
                some = new ArrayList<>();
                bytes = 0;
            }
            if (next == null) {
                return sent;
            }
            some.add(next.sentTo(to));
            bytes += next.size();
        }
    }

    private static void send(Link link, List<MessageData> some, long done, long count) throws RefusedException {
        try {
            var unused = link.request(new Request.Send(some, SEND_TIMEOUT)).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw halted(String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()), done, count);
        } catch (TimeoutException e) {
            throw halted("the store did not answer within " + ANSWER_SECONDS + " s", done, count);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw halted("the server stops", done, count);
        }
    }

    private static RefusedException halted(String why, long done, long count) {
        return new RefusedException(
                Reason.UNAVAILABLE,
                "After " + done + " of " + count + " messages of the file: " + why
                        + ". Mend that, then go on with --skip " + done);
    }

    /** A connection that only sends. */
    private static final class Quiet implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {
            throw new IllegalStateException("there are no consumers");
        }

        @Override
        public void ended(JmsFailure why) {
            JmsLog.LOG.debugf(why, "a load has lost the JMS server");
        }
    }
}
