package io.keelson.cluster.internal.seal;

/** Prints what a code costs both ends of a frame, in microseconds of one core: the fastest of nine turns for each size. */
public final class FrameMacCost {
    private static final int[] SIZES = {128, 1_024, 8_192, 65_536};
    private static final int TURNS = 9;
    private static final long BYTES = 200_000_000L;

    private FrameMacCost() {}

    public static void main(String[] arguments) {
        FrameMac sender = new FrameMac(new byte[FrameMac.CODE]);
        FrameMac receiver = new FrameMac(new byte[FrameMac.CODE]);
        for (int size : SIZES) {
            System.out.printf("%6d bytes: %.2f us%n", size, microseconds(sender, receiver, size));
        }
    }

    private static double microseconds(FrameMac sender, FrameMac receiver, int size) {
        byte[] frame = new byte[size];
        byte[] code = new byte[FrameMac.CODE];
        long frames = Math.min(200_000, BYTES / size);
        double best = Double.MAX_VALUE;
        for (int turn = 0; turn < TURNS; turn++) {
            long begin = System.nanoTime();
            for (long number = 0; number < frames; number++) {
                sender.sign(number, frame, 0, size, code, 0);
                if (!receiver.verify(number, frame, 0, size, code, 0)) {
                    throw new IllegalStateException("a right code was refused");
                }
            }
            best = Math.min(best, (System.nanoTime() - begin) / 1_000.0 / frames);
        }
        return best;
    }
}
