merge into Book (id, title, author, price) key (id) values (1, 'The Art of Computer Programming', 'Donald E. Knuth', 259.99);
merge into Book (id, title, author, price) key (id) values (2, 'Transaction Processing', 'Jim Gray, Andreas Reuter', 89.50);
merge into Account (name, balance) key (name) select 'shop', 1000 where not exists (select 1 from Account where name = 'shop');
merge into Account (name, balance) key (name) select 'publisher', 0 where not exists (select 1 from Account where name = 'publisher');
