package io.keelson.ecperf.corporate;

/**
 * The size of the data for an injection rate.
 *
 * @param customers at first, with one order each
 * @param assemblies parts that are sold and made
 * @param components parts that are bought
 * @param suppliers companies that sell them
 */
public record Scale(int customers, int assemblies, int components, int suppliers) {
    /** Most that is loaded. */
    public static final int MOST = 1000;

    /** Components of an assembly. */
    public static final int BILL = 5;

    /**
     * The size for an injection rate.
     *
     * @throws IllegalArgumentException where the rate is not 1 to {@link #MOST}
     */
    public static Scale of(int injectionRate) {
        if (injectionRate < 1 || injectionRate > MOST) {
            throw new IllegalArgumentException("the injection rate is " + injectionRate + "; expected 1 to " + MOST);
        }
        int tens = (injectionRate + 9) / 10;
        return new Scale(75 * injectionRate, 50 * tens, 100 * tens, 10 * tens);
    }

    /** The key of the first component; assemblies have the keys from 1 on. */
    public static final long FIRST_COMPONENT = 1_000_001;
}
