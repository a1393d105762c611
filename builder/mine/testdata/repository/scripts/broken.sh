if then
