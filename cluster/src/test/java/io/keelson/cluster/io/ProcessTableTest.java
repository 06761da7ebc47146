package io.keelson.cluster.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessTableTest {
    @TempDir
    Path proc;

    private ProcessTable table;
    private String machine;

    @BeforeEach
    void layOut() throws IOException {
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "boot-1\n");
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/pid"), Path.of("pid:[4026531836]"));
        Files.writeString(proc.resolve("self/stat"), "");
        machine = "boot-1 pid:[4026531836] "
                + Files.getOwner(proc.resolve("self/stat")).getName();
        table = new ProcessTable(proc);
    }

    @Test
    void aProcessThatIsThereIsAlive() throws IOException {
        process(42, "S", 30, 1_000);

        assertThat(table.isGone(mark(42, 1_000))).isFalse();
    }

    @Test
    void aNumberThatIsNotThereIsGone() {
        assertThat(table.isGone(mark(42, 1_000))).isTrue();
    }

    @Test
    void anotherProcessUnderTheSameNumberIsProof() throws IOException {
        process(42, "R", 1, 2_000);

        assertThat(table.isGone(mark(42, 1_000))).isTrue();
    }

    @Test
    void oneThatWaitsToBeReapedIsGoneWhenItsThreadsAre() throws IOException {
        process(42, "Z", 1, 1_000);
        assertThat(table.isGone(mark(42, 1_000))).isTrue();

        process(42, "Z", 7, 1_000);
        assertThat(table.isGone(mark(42, 1_000))).isFalse();
    }

    @Test
    void aStoppedProcessIsAlive() throws IOException {
        process(42, "T", 30, 1_000);

        assertThat(table.isGone(mark(42, 1_000))).isFalse();
    }

    @Test
    void nothingIsProvedAboutAnotherMachine() {
        assertThat(table.isGone(new ProcessMark("boot-2 pid:[4026531836] root", 42, 1_000)))
                .isFalse();
        assertThat(table.isGone(new ProcessMark("", 42, 1_000))).isFalse();
    }

    @Test
    void whatCannotBeReadProvesNothing() throws IOException {
        Files.createDirectories(proc.resolve("42"));
        Files.writeString(proc.resolve("42/stat"), "rubbish");

        assertThat(table.isGone(mark(42, 1_000))).isFalse();
    }

    @Test
    void withoutAProcessTableNothingIsProved() {
        ProcessTable none = new ProcessTable(proc.resolve("nothing here"));

        assertThat(none.isGone(mark(42, 1_000))).isFalse();
        assertThat(none.self().machine()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void tellsTheTruthAboutRealProcesses() throws Exception {
        ProcessTable real = ProcessTable.ofThisMachine();
        ProcessMark self = real.self();
        assertThat(self.machine()).isNotEmpty();
        assertThat(real.isGone(self)).isFalse();

        Process child = new ProcessBuilder("sleep", "60").start();
        ProcessMark other = real.find(child.pid()).orElseThrow();
        assertThat(real.isGone(other)).isFalse();
        child.destroyForcibly();
        assertThat(child.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(real.isGone(other)).isTrue();
        assertThat(real.find(child.pid())).isEmpty();
    }

    private ProcessMark mark(long process, long started) {
        return new ProcessMark(machine, process, started);
    }

    private void process(long number, String state, int threads, long started) throws IOException {
        Files.createDirectories(proc.resolve(Long.toString(number)));
        Files.writeString(
                proc.resolve(number + "/stat"),
                number + " (java (x) y) " + state + " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 " + threads + " 0 "
                        + started + " 99 100");
    }
}
