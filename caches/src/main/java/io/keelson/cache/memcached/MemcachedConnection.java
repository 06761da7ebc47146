package io.keelson.cache.memcached;

import io.keelson.cache.memcached.Command.Counter;
import io.keelson.cache.memcached.Command.Delete;
import io.keelson.cache.memcached.Command.FlushAll;
import io.keelson.cache.memcached.Command.Quit;
import io.keelson.cache.memcached.Command.Retrieval;
import io.keelson.cache.memcached.Command.Statistics;
import io.keelson.cache.memcached.Command.Storage;
import io.keelson.cache.memcached.Command.Touch;
import io.keelson.cache.memcached.Command.Verbosity;
import io.keelson.cache.memcached.Command.Version;
import io.keelson.cache.memcached.Command.Wrong;
import io.keelson.cache.spi.CacheEngine.Grant;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of memcached's protocol: its commands are carried out one after the other, and answered in their order. While one is under way
 * no more is read than fits a bound; a command that does not come whole in time ends the connection. Of its event loop.
 */
final class MemcachedConnection extends ChannelInboundHandlerAdapter {
    private static final int MOST_WAITING = 262_144;
    private static final int SMALL = 256;
    private static final byte[] NOTHING = {};

    private final Duration patience;
    private final CommandParser parser;
    private final Commands commands;
    private final MemcachedLogin login;
    private final Figures figures;
    private final Supplier<byte[]> statistics;
    private final ByteBuf waiting = Unpooled.buffer(SMALL);
    private boolean busy;
    private boolean ending;
    private boolean watched;
    private long begun;

    MemcachedConnection(
            Duration patience,
            CommandParser parser,
            Commands commands,
            MemcachedLogin login,
            Figures figures,
            Supplier<byte[]> statistics) {
        this.patience = patience;
        this.parser = parser;
        this.commands = commands;
        this.login = login;
        this.figures = figures;
        this.statistics = statistics;
        figures.connections.increment();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof ByteBuf bytes)) {
            context.fireChannelRead(message);
            return;
        }
        try {
            if (!ending) {
                waiting.discardReadBytes();
                waiting.writeBytes(bytes);
            }
        } finally {
            bytes.release();
        }
        carryOut(context);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        carryOut(context);
        context.flush();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ending = true;
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }

    /** Goes on as long as there are commands whose answers are there at once. */
    private void carryOut(ChannelHandlerContext context) {
        while (!busy && !ending && context.channel().isWritable()) {
            Command command = parser.next(waiting);
            if (command == null) {
                shrink();
                watch(context);
                break;
            }
            begun++;
            answer(context, command);
        }
        context.channel()
                .config()
                .setAutoRead(
                        !ending && context.channel().isWritable() && (!busy || waiting.readableBytes() < MOST_WAITING));
    }

    /** A large value does not leave its buffer to the connection. */
    private void shrink() {
        if (!waiting.isReadable()) {
            waiting.clear();
            if (waiting.capacity() > MOST_WAITING) {
                waiting.capacity(SMALL);
            }
        }
    }

    /** A client that begins a command and does not end it. */
    private void watch(ChannelHandlerContext context) {
        if (watched || !waiting.isReadable() && !parser.within()) {
            return;
        }
        watched = true;
        long seen = begun;
        context.executor().schedule(() -> late(context, seen), patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void late(ChannelHandlerContext context, long seen) {
        watched = false;
        if (ending || busy) {
            return;
        }
        if (seen != begun) {
            watch(context);
        } else if (waiting.isReadable() || parser.within()) {
            end(context, Commands.line("CLIENT_ERROR the command did not come whole in time"));
        }
    }

    private void end(ChannelHandlerContext context, byte[] last) {
        ending = true;
        context.writeAndFlush(Unpooled.wrappedBuffer(last)).addListener(ChannelFutureListener.CLOSE);
    }

    private void answer(ChannelHandlerContext context, Command command) {
        if (command instanceof Quit) {
            end(context, NOTHING);
            return;
        }
        if (command instanceof Wrong wrong && wrong.last()) {
            end(context, Commands.line(wrong.answer()));
            return;
        }
        if (command instanceof Storage storage && storage.way() == Command.Way.SET && login.awaited()) {
            logIn(context, storage);
            return;
        }
        CompletionStage<byte[]> answer = answer(command);
        CompletableFuture<byte[]> future = answer.toCompletableFuture();
        if (future.isDone()) {
            write(context, command, settled(future));
            return;
        }
        busy = true;
        future.whenComplete((bytes, failure) -> context.executor().execute(() -> {
            busy = false;
            write(context, command, settled(future));
            carryOut(context);
            context.flush();
        }));
    }

    private static byte[] settled(CompletableFuture<byte[]> done) {
        return done.exceptionally(Commands::failed).join();
    }

    private void write(ChannelHandlerContext context, Command command, byte[] answer) {
        if (!command.silent() && !ending) {
            context.write(Unpooled.wrappedBuffer(answer));
        }
    }

    private void logIn(ChannelHandlerContext context, Storage storage) {
        busy = true;
        figures.logins.increment();
        login.check(storage.data())
                .whenComplete((caller, failure) -> context.executor().execute(() -> {
                    busy = false;
                    String answer = login.took(failure == null ? caller : null);
                    if (!login.loggedIn()) {
                        figures.failedLogins.increment();
                    }
                    if (login.tooManyFailures()) {
                        end(context, Commands.line(answer));
                        return;
                    }
                    context.write(Unpooled.wrappedBuffer(Commands.line(answer)));
                    carryOut(context);
                    context.flush();
                }));
    }

    private CompletionStage<byte[]> answer(Command command) {
        Grant least = least(command);
        if (least != null && !login.may(least)) {
            return CompletableFuture.completedFuture(Commands.line(login.refusal()));
        }
        return perform(command);
    }

    /** Returns what a command takes; null: nothing. */
    private static @Nullable Grant least(Command command) {
        if (command instanceof Retrieval retrieval) {
            return retrieval.touches() ? Grant.WRITE : Grant.READ;
        }
        if (command instanceof FlushAll) {
            return Grant.ADMINISTER;
        }
        if (command instanceof Statistics) {
            return Grant.READ;
        }
        boolean harmless = command instanceof Version
                || command instanceof Verbosity
                || command instanceof Quit
                || command instanceof Wrong;
        return harmless ? null : Grant.WRITE;
    }

    private CompletionStage<byte[]> perform(Command command) {
        if (command instanceof Retrieval retrieval) {
            figures.gets.add(retrieval.keys().size());
            return commands.retrieve(retrieval);
        }
        if (command instanceof Storage storage) {
            figures.sets.increment();
            return commands.store(storage);
        }
        if (command instanceof Delete delete) {
            return commands.delete(delete.key());
        }
        if (command instanceof Counter counter) {
            return commands.count(counter);
        }
        if (command instanceof Touch touch) {
            figures.touches.increment();
            return commands.touch(touch.key(), touch.expiry());
        }
        if (command instanceof FlushAll flush) {
            figures.flushes.increment();
            return commands.flush(flush.delay());
        }
        if (command instanceof Statistics of) {
            return CompletableFuture.completedFuture(
                    of.of().isEmpty() ? statistics.get() : Commands.line(of.of().equals("reset") ? "RESET" : "END"));
        }
        if (command instanceof Version) {
            return CompletableFuture.completedFuture(Commands.line("VERSION " + Figures.VERSION));
        }
        return CompletableFuture.completedFuture(Commands.line(command instanceof Wrong wrong ? wrong.answer() : "OK"));
    }
}
