package io.keelson.kernel.config;

/** Line and column of an offset, from 1; the column counts code points. */
record TextPlace(int line, int column) {
    static TextPlace of(CharSequence text, int offset) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < offset; i++) {
            char c = text.charAt(i);
            boolean lineFeedFollows = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (c == '\n' || c == '\r' && !lineFeedFollows) {
                line++;
                lineStart = i + 1;
            }
        }
        int bom = lineStart == 0 && text.length() > 0 && text.charAt(0) == '\uFEFF' ? 1 : 0;
        int from = Math.min(offset, lineStart + bom);
        return new TextPlace(line, Character.codePointCount(text, from, offset) + 1);
    }
}
